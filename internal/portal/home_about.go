package portal

import (
	"encoding/json"
	"fmt"
	"net/http"

	"deferido/internal/identity"
)

// part is a third party's part that the portal carries, as the build writes it into parts.json.
type part struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Licence string `json:"licence"`
	Text    string `json:"text"`
}

// plain answers with a page that has nothing but words.
func plain(name string) handler {
	return func(p *Portal, v *visit) error {
		title := v.t("home." + name + ".title")
		return v.render(http.StatusOK, page{
			Title: title, Template: "home/" + name, Narrow: true, Crumbs: []link{{"/sobre", v.t("shell.about")}, {"", title}},
		})
	}
}

// about answers GET /sobre.
func (p *Portal) about(v *visit) error {
	return v.render(http.StatusOK, page{Title: v.t("home.about.title"), Template: "home/about", Narrow: true, Body: map[string]any{
		"Version": p.Version, "Revision": v.set.Revision(), "Activation": v.seq, "Questions": v.set.Questions(),
		"Provisions": len(v.set.Corpus().Provisions()), "Norms": v.set.Corpus().Norms(), "Reports": p.Reports != nil && v.allowed(identity.ReadReports),
	}})
}

// licences answers GET /sobre/licencas: what of others the portal carries, with the licences that they ask to be shown.
func (p *Portal) licences(v *visit) error {
	var parts []part
	if f := p.assets.files["vendor/parts.json"]; f != nil {
		if err := json.Unmarshal(f.content, &parts); err != nil {
			return fmt.Errorf("reading the parts: %w", err)
		}
	}
	title := v.t("home.licences.title")
	return v.render(http.StatusOK, page{
		Title: title, Template: "home/licences", Narrow: true, Crumbs: []link{{"/sobre", v.t("shell.about")}, {"", title}}, Body: parts,
	})
}

package portal

import (
	"net/http"
	"slices"
	"strings"

	"deferido/internal/identity"
)

// homeRoutes are the addresses of this group of pages.
var homeRoutes = []route{
	get("/", "", (*Portal).home),
	post("/preferencias", "", (*Portal).prefer),
	get("/sobre", "", (*Portal).about),
	get("/sobre/acessibilidade", "", plain("accessibility")),
	get("/sobre/licencas", "", (*Portal).licences),
	get("/atalhos", "", plain("shortcuts")),
}

// door is a way into the portal for one of the three kinds of people.
type door struct{ Key, URL string }

// doors are in the order of the menu; whose own one it is comes first.
func (v *visit) doors() []door {
	all := []door{{"counter", "/consultar"}, {"norms", "/mudancas"}, {"law", "/normas"}}
	own := map[identity.Role]string{identity.Regulator: "norms", identity.Lawyer: "law"}[v.Role]
	slices.SortStableFunc(all, func(a, b door) int {
		switch own {
		case a.Key:
			return -1
		case b.Key:
			return 1
		}
		return 0
	})
	return all
}

// home answers GET /.
func (p *Portal) home(v *visit) error {
	body := map[string]any{"Doors": v.doors(), "SignedIn": v.SignedIn()}
	var err error
	for name, waits := range map[string]func(*visit) ([]waiting, error){
		"Drafts": p.draftsWaiting, "Seals": p.sealsWaiting, "Disputes": p.disputesWaiting,
	} {
		if body[name], err = waits(v); err != nil {
			return err
		}
	}
	body["Texts"] = p.textsComing(v)
	return v.render(http.StatusOK, page{Title: v.t("home.title"), Template: "home/home", Body: body})
}

// prefer answers POST /preferencias: contrast and single keys, kept by the browser.
func (p *Portal) prefer(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	for field, set := range map[string]struct{ cookie, on string }{"contraste": {contrastCookie, "high"}, "teclas": {keysCookie, "off"}} {
		if !form.Has(field) {
			continue
		}
		value := ""
		if form.Get(field) == set.on {
			value = set.on
		}
		v.remember(set.cookie, value)
	}
	return v.redirect(local(form.Get("volta")))
}

// local is an address of the portal to go back to; what is none leads to its start.
func local(address string) string {
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\\r\n\t") {
		return "/"
	}
	return address
}

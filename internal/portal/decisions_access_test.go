package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A carrier's person never learns of another carrier's decision: by page, by part of a page, or by file. It is as if it were
// not there.
func TestAnotherCarriersDecisionIsNotThere(t *testing.T) {
	h := newHouse(t, nil)
	denied, granted := h.decided(caseOf(t, "grant-elderly-late-sold"), "exemplo", portuguese).ID, h.decided(caseOf(t, "grant-elderly-in-time"), "exemplo", portuguese).ID
	nowhere := h.ask("otavio", http.MethodGet, "/decisoes/0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02", nil)
	for _, id := range []string{denied, granted} {
		for _, page := range decisionPages {
			for _, headers := range [][]string{nil, {"HX-Request", "true"}} {
				a := h.ask("otavio", http.MethodGet, "/decisoes/"+id+page, nil, headers...)
				if a.status != http.StatusNotFound || headers == nil && a.words("main") != nowhere.words("main") {
					t.Errorf("%s: status %d: %s", page, a.status, a.words("main"))
				}
				if strings.Contains(strings.ReplaceAll(a.body, "/decisoes/"+id, ""), id) {
					t.Errorf("%s tells of the decision", page)
				}
			}
		}
	}
	if a := h.post("otavio", "/decisoes/"+granted+"/bilhete", url.Values{}); a.status != http.StatusNotFound {
		t.Errorf("a ticket: status %d", a.status)
	}
	for _, address := range []string{"/decisoes", "/decisoes?transportadora=exemplo", "/decisoes?transportadora=", "/decisoes.csv", "/decisoes.csv?transportadora=exemplo"} {
		a := h.ask("otavio", http.MethodGet, address, nil)
		if a.status == http.StatusSeeOther {
			a = h.get("otavio", a.header.Get("Location"))
		}
		if strings.Contains(a.body, denied) || strings.Contains(a.body, granted) {
			t.Errorf("%s lists another carrier's", address)
		}
		if a := h.ask("clara", http.MethodGet, address, nil); a.status == http.StatusOK && !strings.Contains(a.body, denied) {
			t.Errorf("%s does not list the carrier's own", address)
		}
	}
	if a := h.get("clara", "/decisoes"); a.Find("[name=transportadora]").Length() != 0 {
		t.Error("a carrier is asked which carrier")
	}
	if a := h.get("rui", "/decisoes"); a.Find("[name=transportadora]").Length() != 1 {
		t.Error("a regulator is not asked which carrier")
	}
}

// Who has not signed in is asked to, and finds nothing.
func TestDecisionsAreForThoseWhoSignedIn(t *testing.T) {
	h := newHouse(t, func(h *house, _ *Options) { h.door.open = false })
	id := h.decided(caseOf(t, "grant-elderly-late-sold"), "exemplo", portuguese).ID
	addresses := []string{"/decisoes", "/decisoes.csv"}
	for _, page := range decisionPages {
		addresses = append(addresses, "/decisoes/"+id+page)
	}
	for _, address := range addresses {
		a := h.ask("", http.MethodGet, address, nil)
		if a.status != http.StatusUnauthorized && (a.status != http.StatusSeeOther || !strings.HasPrefix(a.header.Get("Location"), "/entrar?")) || strings.Contains(a.words("main"), "Negado") {
			t.Errorf("%s: status %d to %s", address, a.status, a.header.Get("Location"))
		}
	}
	if a := h.post("", "/decisoes/"+id+"/bilhete", url.Values{}); a.status != http.StatusUnauthorized {
		t.Errorf("a ticket: status %d", a.status)
	}
	if a := h.ask("gone", http.MethodGet, "/decisoes/"+id, nil); a.status == http.StatusOK {
		t.Error("a session that ended sees a decision")
	}
}

// An id that is none leads to nothing, whatever is in it.
func TestHostileIDs(t *testing.T) {
	h := newHouse(t, nil)
	d := h.decided(caseOf(t, "grant-elderly-late-sold"), "", portuguese)
	for _, id := range []string{
		"x", "%00", "..%2f..%2fetc%2fpasswd", "%27%20OR%201=1--", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", strings.Repeat("a", 5000), strings.ToUpper(d.ID),
		"%7B" + d.ID + "%7D", "urn:uuid:" + d.ID, strings.ReplaceAll(d.ID, "-", ""), d.ID + "%20", "%FF%FE", d.ID[:35] + "%00",
	} {
		for _, page := range decisionPages {
			a := h.ask("", http.MethodGet, "/decisoes/"+id+page, nil)
			if a.status != http.StatusNotFound || strings.Contains(a.body, "<script>alert") || a.Find("h1").Length() != 1 {
				t.Errorf("%.40s%s: status %d", id, page, a.status)
			}
		}
		if a := h.get("", "/conferir/"+id+"?code=x"); !strings.Contains(a.words("main"), "não confere") || strings.Contains(a.body, "<script>alert") {
			t.Errorf("%.40s: %s", id, a.words("main"))
		}
	}
}

// Where nothing is recorded there is nothing to find.
func TestNothingIsRecorded(t *testing.T) {
	h := newHouse(t, func(_ *house, o *Options) { o.Journal = nil })
	if a := h.get("rui", "/decisoes"); !strings.Contains(a.words("main"), "nada é registrado") {
		t.Errorf("the list is %s", a.words("main"))
	}
	if a := h.ask("rui", http.MethodGet, "/decisoes/0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02", nil); a.status != http.StatusNotFound {
		t.Errorf("status %d", a.status)
	}
	if a := h.get("", "/conferir/0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02?code=x"); !strings.Contains(a.words("main"), "não confere") {
		t.Errorf("the check is %s", a.words("main"))
	}
}

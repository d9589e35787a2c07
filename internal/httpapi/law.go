package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

// norms answers GET /v1/norms.
func (a *API) norms(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	pin := a.pin()
	if a.unchanged(c, pin) {
		return nil
	}
	return a.answer(c, x, normsOf(pin.set))
}

// provision answers GET /v1/provisions/{urn}. Only the exact URN is taken for it: a wrong act must not be cited.
func (a *API) provision(c *gin.Context, x *exchange) *refusal {
	query, refused := x.query(c)
	if refused != nil {
		return refused
	}
	var on *civil.Date
	if text, given := query["on"]; given {
		day, err := civil.ParseDate(text)
		if err != nil {
			return badParameter("on", "Não é uma data que exista, como AAAA-MM-DD.", "Not a date that exists, as YYYY-MM-DD.")
		}
		on = &day
	}
	pin := a.pin()
	urn := strings.TrimPrefix(c.Param("urn"), "/")
	found, held := pin.set.Corpus().ByURN(urn)
	if !held || found.Provision == nil {
		return unknownProvision(pin.set.Corpus(), urn, held)
	}
	if a.unchanged(c, pin) {
		return nil
	}
	return a.answer(c, x, provisionOf(pin.set, found.Provision, on))
}

func unknownProvision(law *corpus.Corpus, urn string, act bool) *refusal {
	if act {
		return refuse(kindUnknownProvision, "A URN é de um ato inteiro; veja seus dispositivos em /v1/norms.",
			"The URN is that of a whole act; see its provisions in /v1/norms.")
	}
	r := refuse(kindUnknownProvision, "O acervo não tem dispositivo com esta URN.", "The corpus has no provision of this URN.")
	resolved := law.Resolve(urn)
	r.suggested = resolved.Suggestions
	if resolved.Found != nil { // a label, or a URN with something around it
		r.suggested = []corpus.Suggestion{{Match: *resolved.Found}}
	}
	return r
}

// ledger answers GET /v1/ledger.
func (a *API) ledger(c *gin.Context, x *exchange) *refusal {
	query, refused := x.query(c)
	if refused != nil {
		return refused
	}
	pin := a.pin()
	status, byStatus := query["status"]
	norm, byNorm := query["norm"]
	if byStatus && !corpus.Status(status).Known() {
		return badParameter("status", "Não é um estado de dispositivo.", "Not a status of a provision.")
	}
	if _, known := pin.set.Corpus().Norm(norm); byNorm && !known {
		return badParameter("norm", "Não é uma norma do acervo.", "Not a norm of the corpus.")
	}
	if a.unchanged(c, pin) {
		return nil
	}
	return a.answer(c, x, ledgerOf(pin.set, func(r corpus.Row) bool {
		return (!byStatus || string(r.Status) == status) && (!byNorm || r.Norm == norm)
	}))
}

// query reads the query. A parameter that the route has not, or that is there twice, is refused like an unknown key: it
// would otherwise be a filter that silently does nothing.
func (x *exchange) query(c *gin.Context) (map[string]string, *refusal) {
	values, err := url.ParseQuery(strings.ReplaceAll(c.Request.URL.RawQuery, ";", "%3B")) // a URN has it, and need not escape it
	if err != nil {
		return nil, refuse(kindParameter, "A consulta do endereço está malformada.", "The query of the address is malformed.")
	}
	given, r := map[string]string{}, refuse(kindParameter, "A consulta tem parâmetros a corrigir.", "The query has parameters to correct.")
	for name, all := range values {
		known := slices.ContainsFunc(x.route.params, func(p param) bool { return p.in == "query" && p.name == name })
		switch {
		case !known:
			r.fields = append(r.fields, field{pointerTo(name), sentence("Parâmetro desconhecido.", "Unknown parameter.")})
		case len(all) > 1:
			r.fields = append(r.fields, field{pointerTo(name), sentence("Parâmetro repetido.", "The parameter is there twice.")})
		default:
			given[name] = all[0]
		}
	}
	if len(r.fields) > 0 {
		slices.SortFunc(r.fields, func(a, b field) int { return strings.Compare(a.pointer, b.pointer) })
		return nil, r
	}
	return given, nil
}

func badParameter(name, pt, en string) *refusal {
	r := refuse(kindParameter, "A consulta tem parâmetros a corrigir.", "The query has parameters to correct.")
	r.fields = []field{{"/" + name, sentence(pt, en)}}
	return r
}

// unchanged marks an answer as one of the law, which is the same as long as the set and the program are; it reports
// whether the client has it already, and then says so.
func (a *API) unchanged(c *gin.Context, pin pinned) bool {
	sum := sha256.Sum256([]byte(pin.set.Revision() + "\n" + a.Version))
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	c.Header("ETag", tag)
	c.Header("Cache-Control", "no-cache") // keep, but ask each time: a new set may be in service
	if !matches(c.Request.Header.Values("If-None-Match"), tag) {
		return false
	}
	c.Status(http.StatusNotModified)
	c.Writer.WriteHeaderNow()
	return true
}

// matches compares weakly, as RFC 9110, 13.1.2, has it. Our tags hold no comma.
func matches(header []string, tag string) bool {
	for _, candidate := range strings.Split(strings.Join(header, ","), ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
			return true
		}
	}
	return false
}

package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

// published is the OpenAPI document of a policy set.
type published struct {
	revision string
	text     []byte
}

// openAPI answers GET /openapi.json.
func (a *API) openAPI(c *gin.Context, x *exchange) *refusal {
	pin := a.pin()
	text, err := a.documentOf(pin.set)
	if err != nil {
		return internal(err)
	}
	if !a.unchanged(c, pin) {
		a.send(c, x, http.StatusOK, x.form.answers, text)
	}
	return nil
}

// documentOf makes the OpenAPI document of a set, once while the set is in service.
func (a *API) documentOf(set Set) ([]byte, error) {
	if d := a.document.Load(); d != nil && d.revision == set.Revision() {
		return d.text, nil
	}
	schemas, err := a.components(set)
	if err != nil {
		return nil, err
	}
	text, err := encode(schema{
		"openapi": "3.1.0",
		"info": schema{
			"title": "Deferido", "version": orUnknown(a.Version), "x-policy-revision": set.Revision(),
			"description": "Decide pedidos de gratuidade e desconto no transporte interestadual, com os dispositivos que os fundamentam.",
		},
		"servers": []any{schema{"url": "/"}},
		"paths":   a.paths(),
		"components": schema{
			"schemas": schemas, "parameters": sharedParameters, "headers": sharedHeaders,
			"securitySchemes": schema{"key": schema{"type": "http", "scheme": "bearer", "description": "Uma chave de acesso (deferido key create). Enquanto não há nenhuma, não é pedida."}},
		},
		"x-problems": a.problemTypes(),
	})
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	a.document.Store(&published{set.Revision(), text})
	return text, nil
}

func orUnknown(version string) string {
	if version == "" {
		return "unknown"
	}
	return version
}

// problemTypes lists every type of problem with its title in both languages.
func (a *API) problemTypes() []any {
	all := make([]any, 0, len(facings))
	for _, f := range facings {
		all = append(all, schema{"type": a.ProblemBase + string(f.kind), "status": f.status, "title": f.title})
	}
	return all
}

var sharedParameters = schema{
	"AcceptLanguage": schema{
		"name": "Accept-Language", "in": "header", "required": false, "schema": schema{"type": "string"},
		"description": "pt-BR (padrão) ou en",
	},
	"RequestID": schema{
		"name": "X-Request-ID", "in": "header", "required": false,
		"schema":      schema{"type": "string", "maxLength": 128, "pattern": "^[A-Za-z0-9._-]+$"},
		"description": "Identifica o pedido no registro do programa; sem ele, ou se não couber, o programa cria um.",
	},
}

var sharedHeaders = schema{
	"RequestID": schema{"description": "A identificação do pedido.", "schema": schema{"type": "string"}},
	"ETag":      schema{"description": "Muda com as políticas e com o programa.", "schema": schema{"type": "string"}},
	"RetryAfter": schema{
		"description": "Segundos até tentar de novo.", "schema": schema{"type": "integer", "minimum": 0},
	},
	"Allow": schema{"description": "Os métodos aceitos.", "schema": schema{"type": "string"}},
}

func (a *API) paths() schema {
	all := schema{}
	for i := range a.routes {
		r := &a.routes[i]
		item, begun := all[r.path].(schema)
		if !begun {
			item = schema{}
			all[r.path] = item
		}
		item[strings.ToLower(r.method)] = a.operation(r)
	}
	return all
}

func (a *API) operation(r *route) schema {
	parameters := []any{refToShared("parameters", "AcceptLanguage"), refToShared("parameters", "RequestID")}
	for _, p := range r.params {
		s := schema{"type": "string"}
		if p.format != "" {
			s["format"] = p.format
		}
		parameters = append(parameters, schema{
			"name": p.name, "in": p.in, "required": p.in == "path", "schema": s,
			"description": p.summary.PT, "x-description-en": p.summary.EN,
		})
	}
	o := schema{
		"operationId": r.id, "summary": r.summary.PT, "x-summary-en": r.summary.EN,
		"parameters": parameters, "responses": a.responses(r),
	}
	if r.action != "" {
		o["security"] = []any{schema{"key": []any{}}, schema{}}
	}
	if r.about.PT != "" {
		o["description"], o["x-description-en"] = r.about.PT, r.about.EN
	}
	if body := a.requestBody(r); body != nil {
		o["requestBody"] = body
	}
	return o
}

func (a *API) requestBody(r *route) schema {
	content := schema{}
	for _, f := range r.forms {
		if f.sends == "" {
			return nil
		}
		media := schema{"schema": mediaSchema(f.sends, f.request)}
		if f.sends == mediaJSON && f.request == "Request" && len(a.examples) > 0 {
			media["examples"] = a.examples
		}
		content[f.sends] = media
	}
	return schema{"required": true, "content": content}
}

func (a *API) responses(r *route) schema {
	content := schema{}
	for _, f := range r.forms {
		content[f.answers] = schema{"schema": mediaSchema(f.answers, f.response)}
	}
	for _, media := range r.others {
		content[media] = schema{"schema": mediaSchema(media, "")}
	}
	headers := schema{"X-Request-ID": refToShared("headers", "RequestID")}
	all := schema{}
	if r.law {
		headers["ETag"] = refToShared("headers", "ETag")
		all["304"] = schema{"description": "O que o cliente tem ainda vale."}
	}
	all["200"] = schema{"description": r.summary.PT, "headers": headers, "content": content}
	byStatus := map[int][]kind{}
	for _, k := range r.refusals() {
		byStatus[k.face().status] = append(byStatus[k.face().status], k)
	}
	for status, kinds := range byStatus {
		all[strconv.Itoa(status)] = problemResponse(status, kinds)
	}
	return all
}

// mediaSchema is the schema of a body: a component, any object, or, of what is no JSON, a string.
func mediaSchema(media, component string) schema {
	switch {
	case component != "":
		return refTo(component)
	case media == mediaJSON:
		return schema{"type": "object"}
	}
	return schema{"type": "string"}
}

// refusals are all kinds of problems that a route may give.
func (r *route) refusals() []kind {
	all := append([]kind{kindMethod, kindInternal}, r.refuses...)
	if !r.open {
		all = append(all, kindNotAcceptable)
	}
	if r.action != "" {
		all = append(all, kindUnauthenticated, kindForbidden, kindHost, kindTooMany, kindUnavailable)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func problemResponse(status int, kinds []kind) schema {
	names := make([]string, 0, len(kinds))
	headers := schema{"X-Request-ID": refToShared("headers", "RequestID")}
	for _, k := range kinds {
		names = append(names, string(k)+": "+k.face().title.PT)
		if k.face().retryAfter > 0 {
			headers["Retry-After"] = refToShared("headers", "RetryAfter")
		}
	}
	if status == http.StatusMethodNotAllowed {
		headers["Allow"] = refToShared("headers", "Allow")
	}
	return schema{
		"description": strings.Join(names, "; "), "headers": headers,
		"content": schema{mediaProblem: schema{"schema": refTo("Problem")}},
	}
}

func refToShared(where, name string) schema {
	return schema{"$ref": "#/components/" + where + "/" + name}
}

// examplesIn reads requests/*.json. What cannot be read is no example: the document is served without it.
func examplesIn(files fs.FS) map[string]any {
	if files == nil {
		return nil
	}
	all := map[string]any{}
	names, _ := fs.Glob(files, "requests/*.json")
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err == nil && json.Valid(text) {
			all[strings.TrimSuffix(path.Base(name), ".json")] = schema{"value": json.RawMessage(bytes.TrimSpace(text))}
		}
	}
	return all
}

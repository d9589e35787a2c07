package account

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/oauth2-proxy/mockoidc"

	"deferido/internal/identity"
	"deferido/internal/store/storetest"
)

func TestWithoutAProvider(t *testing.T) {
	h := open(t, storetest.SQLite(t), Options{})
	_, err := h.Leave(t.Context(), here, redirect, "/")
	refusal(t, err, NoProvider)
	_, _, _, err = h.Return(t.Context(), newToken(), url.Values{})
	refusal(t, err, NoProvider)
}

func TestWhatAProviderMayNotBe(t *testing.T) {
	fit := ProviderOptions{Issuer: "https://id.example", ClientID: "deferido", CarrierClaim: "company", Roles: []RoleOf{{"balcao", identity.Carrier}}}
	if _, err := NewProvider(fit); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(o *ProviderOptions){
		"oidc.issuer":        func(o *ProviderOptions) { o.Issuer = "http://id.example" },
		"oidc.issuer: want":  func(o *ProviderOptions) { o.Issuer = "https://" },
		"oidc.client_id":     func(o *ProviderOptions) { o.ClientID = "" },
		"oidc.roles":         func(o *ProviderOptions) { o.Roles = nil },
		"oidc.carrier_claim": func(o *ProviderOptions) { o.CarrierClaim = "" },
	} {
		o := fit
		change(&o)
		if _, err := NewProvider(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	for text, want := range map[string][]RoleOf{
		"admin=a":                        {{"a", identity.Admin}},
		" admin = a b ;; lawyer=x=1,y=2": {{"a b", identity.Admin}, {"x=1,y=2", identity.Lawyer}},
		"":                               nil, "admin": nil, "admin=": nil, "clerk=a": nil, "local=a": nil, "admin=a;b": nil,
	} {
		if got, err := ParseRoles(text); !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestAClaimIsFoundByItsWholeNameOrByDots(t *testing.T) {
	c := claims{"a.b": "whole", "a": map[string]any{"b": "inner", "c": []any{"x", 1, "y"}}, "n": 7}
	if c.text("a.b") != "whole" || !slices.Equal(c.texts("a.c"), []string{"x", "y"}) || c.text("n") != "" || c.text("a.b.c") != "" || c.texts("z.z") != nil || c.has("") {
		t.Errorf("%v", c)
	}
}

// What the provider answered is not in the log: it may name somebody.
func TestAnErrorOfTheProviderQuotesNothing(t *testing.T) {
	eachProvided(t, same, func(t *testing.T, h *provided) {
		kept, query := h.goes(fulana("antt"))
		h.provider.QueueError(&mockoidc.ServerError{Code: http.StatusBadGateway, Error: "x", Description: "Fulana de Tal"})
		h.provider.QueueError(&mockoidc.ServerError{Code: http.StatusBadGateway, Error: "x", Description: "Fulana de Tal"})
		_, _, _, err := h.Return(context.Background(), kept, query)
		if r := refusal(t, err, ProviderDown); strings.Contains(r.Error(), "Fulana") || errors.Unwrap(r) == nil {
			t.Errorf("%v", r)
		}
	})
}

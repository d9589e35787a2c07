package account

import (
	"database/sql"
	"fmt"
	"net/url"
	"testing"
	"time"
)

func TestAVisitIsGoodOnceAndInOneBrowser(t *testing.T) {
	eachProvided(t, same, func(t *testing.T, h *provided) {
		comes := func(kept string, query url.Values, want Kind) {
			t.Helper()
			_, _, _, err := h.Return(t.Context(), kept, query)
			if want == "" && err != nil {
				t.Fatal(err)
			} else if want != "" {
				refusal(t, err, want)
			}
		}
		kept, query := h.goes(fulana("antt"))
		other, _ := h.goes(fulana("antt"))
		comes(other, query, VisitEnded)
		comes("", query, VisitEnded)
		comes("", url.Values{"code": query["code"]}, VisitEnded)
		comes(kept, url.Values{"code": query["code"]}, VisitEnded)
		comes(kept, query, "")
		comes(kept, query, VisitEnded)

		kept, query = h.goes(fulana("antt"))
		h.clock.Turn(visitLife)
		comes(kept, query, VisitEnded)

		kept, query = h.goes(fulana("antt"))
		comes(kept, url.Values{"state": {kept}, "error": {"access_denied"}}, NotLetIn)
		comes(kept, query, VisitEnded)

		kept, _ = h.goes(fulana("antt"))
		comes(kept, url.Values{"state": {kept}, "error": {"server_error"}}, ProviderDown)
		kept, _ = h.goes(fulana("antt"))
		comes(kept, url.Values{"state": {kept}}, ProviderDown)

		// Another's code: it was given for another verifier, or another nonce.
		kept, query = h.goes(fulana("antt"))
		_, stolen := h.goes(fulana("antt"))
		query.Set("code", stolen.Get("code"))
		comes(kept, query, VisitEnded)
		kept, query = h.goes(fulana("antt"))
		session, err := h.provider.SessionStore.GetSessionByID(query.Get("code"))
		if err != nil {
			t.Fatal(err)
		}
		session.OIDCNonce = "another"
		comes(kept, query, VisitEnded)

		// A token that is out of date, or that is for somebody else.
		kept, query = h.goes(fulana("antt"))
		h.provider.FastForward(-time.Hour)
		comes(kept, query, ProviderDown)
		h.provider.FastForward(time.Hour)
		aimed := fulana("antt")
		aimed.token["aud"] = "another program"
		kept, query = h.goes(aimed)
		comes(kept, query, ProviderDown)
	})
}

func TestVisitsAreBounded(t *testing.T) {
	eachProvided(t, same, func(t *testing.T, h *provided) {
		if _, err := h.Leave(t.Context(), here, redirect, "/"); err != nil {
			t.Fatal(err)
		}
		fill := "INSERT INTO oidc_visits (state, nonce, verifier, redirect, back, at) SELECT ?, nonce, verifier, redirect, back, at FROM oidc_visits LIMIT 1"
		err := h.db.Change(t.Context(), func(tx *sql.Tx) error {
			for i := range visitMost {
				if _, err := tx.Exec(h.db.Bind(fill), fmt.Appendf(nil, "%d", i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Leave(t.Context(), here, redirect, "/")
		refusal(t, err, Busy)
		for range visitBurst {
			_, err = h.Leave(t.Context(), here, redirect, "/")
		}
		r := refusal(t, err, Held)
		h.clock.Turn(r.Wait)
		_, err = h.Leave(t.Context(), here, redirect, "/")
		refusal(t, err, Busy)
		h.clock.Turn(visitLife)
		if _, err := h.Leave(t.Context(), here, redirect, "/"); err != nil {
			t.Error(err)
		}
	})
}

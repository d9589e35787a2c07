package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// A server that is killed in the middle of an activation serves afterwards what the log says, whole: an activation that was
// told is on record, one that was not told may be, and no answer is of one set by name and of another by outcome.
func TestKilledInTheMiddleOfAnActivation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		const kills = 4
		more := []string{"--approval-roles=", "--activation-poll=100ms"}
		s := serveSwapped(t, from)
		s.activate(s.names[1], false)
		s.activate(s.names[0], true)
		for kill := range kills {
			wanted := s.names[(kill+1)%2] // compiled by no server that was started since it served
			body, err := json.Marshal(map[string]any{"revision": wanted, "rollback": true, "reason": "troca"})
			if err != nil {
				t.Fatal(err)
			}
			told := make(chan *lifecycle.Activation, 1)
			go func() {
				got, err := ask(t.Context(), s.client, http.MethodPost, s.server.address+"/v1/activations", body, "Authorization", "Bearer "+s.tokens["anna"])
				var made lifecycle.Activation
				if err != nil || got.status != http.StatusOK || json.Unmarshal(got.body, &made) != nil {
					told <- nil
					return
				}
				told <- &made
			}()
			time.Sleep(rand.N(time.Second))
			s.server.kill(t)
			made := <-told
			s.server = serve(t, append(more, s.where...)...)
			var list struct{ Activations lifecycle.Log }
			s.answer("anna", http.MethodGet, "/v1/activations", nil, &list)
			last := list.Activations[len(list.Activations)-1]
			if made != nil && last.Seq != made.Seq {
				t.Fatalf("activation %d was told, and the last on record is %d", made.Seq, last.Seq)
			}
			p := &paced{s: s}
			p.decide(s.client, lateRequest(t))
			for _, wrong := range p.failed {
				t.Fatal(wrong)
			}
			if outcome, activation, _ := s.atCounter(""); activation != last.Seq || outcome != map[int]string{3: "allow", 4: "deny"}[s.revisions[last.Revision]] {
				t.Errorf("%s under activation %d; the last on record is %d, of %d hours", outcome, activation, last.Seq, s.revisions[last.Revision])
			}
			if last.Revision != wanted { // so that each round begins where the one before should have ended
				s.activate(wanted, true)
			}
		}
		s.server.terminate(t)
		verified(t, s.where)
	})
}

// An article that a revision no longer has is gone from the next decision, and back with the revision that has it.
func TestAnArticleThatIsRemovedIsGone(t *testing.T) {
	const article, question, provision = "norms/decreto_9921_2019/art_35", "decision/grant.rego", "decreto:2019-07-18;9921!art35"
	from := storetest.SQLite(t)
	r := serveRegulators(t, from, "--approval-roles=", "--activation-poll=100ms")
	names := r.keep(from, func(map[string][]byte) {}, func(files map[string][]byte) {
		delete(files, article+".rego")
		delete(files, article+"_test.rego")
		before, rule, _ := bytes.Cut(files[question], []byte("matters.grant.articles[\"decreto_9921_2019.art_35\"]"))
		_, after, found := bytes.Cut(rule, []byte("\n}\n"))
		if !found {
			t.Fatalf("%s does not name %s as it did", question, article)
		}
		files[question] = slices.Concat(before, after)
	})
	discount := compact(t, "requests/elderly-discount.json")
	cited := func() bool {
		got := r.answer("anna", http.MethodPost, "/v1/decisions", discount, nil)
		if got.status != http.StatusOK {
			t.Fatalf("status %d: %s", got.status, got.body)
		}
		return bytes.Contains(got.body, []byte(provision+`"`))
	}
	for i, revision := range []string{names[0], names[1], names[0]} {
		if i > 0 {
			r.activate(revision, i > 1)
		}
		if has := revision == names[0]; cited() != has {
			t.Errorf("under the %d. revision %s is cited: %t", i+1, provision, !has)
		}
	}
}

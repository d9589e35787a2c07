package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/store"
)

func TestACarrierIsKeptInOrder(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		carriers := NewCarriers(db, h.Now)
		given := decision.Carrier{
			ID: "expresso-azul.sp", Name: " Expresso Azul Ltda. ", CNPJ: " 12abc34501de35", Address: "Rua das Flores, 10 – São Paulo", Complaints: "0800 000 0000",
			Terminals: []decision.Terminal{{Name: " Tietê", Address: "Av. Cruzeiro do Sul, 1800 "}, {Name: "Novo Rio"}},
		}
		want := given
		want.Name, want.CNPJ = "Expresso Azul Ltda.", "12.ABC.345/01DE-35"
		want.Terminals = []decision.Terminal{{Name: "Tietê", Address: "Av. Cruzeiro do Sul, 1800"}, {Name: "Novo Rio"}}
		kept, err := carriers.Put(t.Context(), given)
		if diff := cmp.Diff(want, kept); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
		if given.Terminals[0].Name != " Tietê" {
			t.Error("what was given was changed")
		}
		bare := decision.Carrier{ID: "0", Name: "Zero", Terminals: []decision.Terminal{}}
		if _, err := carriers.Put(t.Context(), decision.Carrier{ID: "0", Name: "Zero"}); err != nil {
			t.Fatal(err)
		}
		for _, register := range []*Carriers{carriers, NewCarriers(db, h.Now)} {
			got, err := register.Get(t.Context(), given.ID)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Fatal(err, diff)
			}
			got.Terminals[0].Name = "changed by who asked"
			again, err := register.Get(t.Context(), given.ID)
			if diff := cmp.Diff(want, again); err != nil || diff != "" {
				t.Error(err, diff)
			}
			all, err := register.List(t.Context())
			if diff := cmp.Diff([]decision.Carrier{bare, want}, all); err != nil || diff != "" {
				t.Error(err, diff)
			}
		}
	})
}

func TestWhatChangesInTheRegisterIsSeenWithinASecond(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		carriers, console := register(t, db, h, "azul"), NewCarriers(db, h.Now)
		named := func(want string) {
			t.Helper()
			if got, err := carriers.Get(t.Context(), "azul"); err != nil || got.Name != want {
				t.Errorf("%q, %v; want %q", got.Name, err, want)
			}
		}
		get := func(ctx context.Context) error { _, err := carriers.Get(ctx, "azul"); return err }
		named("Expresso azul")
		if _, err := console.Put(t.Context(), decision.Carrier{ID: "azul", Name: "Azul S.A."}); err != nil {
			t.Fatal(err)
		}
		h.Turn(carrierFresh)
		named("Azul S.A.")
		if err := console.Remove(t.Context(), "azul"); err != nil {
			t.Fatal(err)
		}
		h.Turn(carrierFresh)
		wants(t, ErrNoSuchCarrier, get)
		if _, err := carriers.Put(t.Context(), decision.Carrier{ID: "azul", Name: "Azul de novo"}); err != nil {
			t.Fatal(err)
		}
		named("Azul de novo")
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		h.Turn(carrierFresh)
		wants(t, ErrUnavailable, get)
		wants(t, ErrUnavailable, func(ctx context.Context) error { return carriers.Remove(ctx, "azul") })
	})
}

func TestWhatACarrierMayNotBe(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		carriers := NewCarriers(db, time.Now)
		good := decision.Carrier{ID: "azul", Name: "Azul"}
		const sent = "ZQ7w"
		long := strings.Repeat("ã", 301)
		for name, c := range map[string]struct {
			change func(c *decision.Carrier)
			at     []string
		}{
			"no id":          {func(c *decision.Carrier) { c.ID = "" }, []string{"/id"}},
			"an upper case":  {func(c *decision.Carrier) { c.ID = sent }, []string{"/id"}},
			"a hyphen first": {func(c *decision.Carrier) { c.ID = "-azul" }, []string{"/id"}},
			"a line after":   {func(c *decision.Carrier) { c.ID = "azul\n" }, []string{"/id"}},
			"64 characters":  {func(c *decision.Carrier) { c.ID = strings.Repeat("a", 64) }, []string{"/id"}},
			"no name":        {func(c *decision.Carrier) { c.Name = " " }, []string{"/name"}},
			"a check digit":  {func(c *decision.Carrier) { c.CNPJ = "12.345.678/0001-96" }, []string{"/cnpj"}},
			"two lines":      {func(c *decision.Carrier) { c.Address = sent + "\n" + sent }, []string{"/address"}},
			"a long text":    {func(c *decision.Carrier) { c.Complaints = long }, []string{"/complaints"}},
			"a same name":    {func(c *decision.Carrier) { c.Terminals = []decision.Terminal{{Name: "Tietê"}, {Name: " TIETÊ"}} }, []string{"/terminals/1/name"}},
			"nameless twice": {func(c *decision.Carrier) { c.Terminals = make([]decision.Terminal, 2) }, []string{"/terminals/0/name", "/terminals/1/name"}},
			"many terminals": {func(c *decision.Carrier) { c.Terminals = make([]decision.Terminal, 1001) }, []string{"/terminals"}},
			"all of it wrong": {func(c *decision.Carrier) {
				*c = decision.Carrier{ID: sent, Name: sent + "\x00", CNPJ: sent, Address: sent + "\t" + sent, Complaints: sent + "\x1b", Terminals: []decision.Terminal{{Name: long, Address: sent + long}}}
			}, []string{"/id", "/name", "/cnpj", "/address", "/complaints", "/terminals/0/name", "/terminals/0/address"}},
		} {
			wrong := good
			c.change(&wrong)
			_, err := carriers.Put(t.Context(), wrong)
			if got := pointers(t, err); !slices.Equal(got, c.at) {
				t.Errorf("%s: faults at %v, want %v", name, got, c.at)
			}
			var invalid *Invalid
			if errors.As(err, &invalid) && strings.Contains(invalid.In("pt-BR")+invalid.In("en"), sent) {
				t.Errorf("%s: the message repeats what was sent", name)
			}
		}
		if all, err := carriers.List(t.Context()); err != nil || len(all) != 0 {
			t.Errorf("%d carriers, %v; none was to be registered", len(all), err)
		}
		for _, id := range []string{"azul", "", sent, "\x00"} {
			wants(t, ErrNoSuchCarrier, func(ctx context.Context) error { _, err := carriers.Get(ctx, id); return err })
			wants(t, ErrNoSuchCarrier, func(ctx context.Context) error { return carriers.Remove(ctx, id) })
		}
	})
}

func TestACarrierWithKeysInUseIsNotRemoved(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		carriers, keys := register(t, db, h, "azul"), NewKeys(db, h.Now)
		remove := func(ctx context.Context) error { return carriers.Remove(ctx, "azul") }
		revoked, _ := create(t, keys, NewKey{Role: Carrier, Carrier: "azul"})
		create(t, keys, NewKey{Role: Carrier, Carrier: "azul", ExpiresAt: h.Now().Add(time.Hour)})
		wants(t, ErrCarrierInUse, remove)
		if err := keys.Revoke(t.Context(), revoked.ID); err != nil {
			t.Fatal(err)
		}
		h.Turn(time.Hour - 1)
		wants(t, ErrCarrierInUse, remove)
		if _, err := carriers.Get(t.Context(), "azul"); err != nil {
			t.Fatal(err)
		}
		h.Turn(1)
		wants(t, nil, remove)
		wants(t, ErrNoSuchCarrier, remove)
	})
}

// Whatever the order in which they come, no key is left for a carrier that is not there.
func TestACarrierIsRemovedOrGetsItsKeyAndNotBoth(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		keys := NewKeys(db, time.Now)
		for i := range 40 {
			id := fmt.Sprintf("azul-%d", i)
			carriers := register(t, db, newHands(), id)
			var removed, created error
			var both sync.WaitGroup
			both.Go(func() { removed = carriers.Remove(t.Context(), id) })
			both.Go(func() { _, _, created = keys.Create(t.Context(), NewKey{Role: Carrier, Carrier: id}) })
			both.Wait()
			var invalid *Invalid
			switch {
			case removed == nil && errors.As(created, &invalid):
			case created == nil && errors.Is(removed, ErrCarrierInUse):
			default:
				t.Fatalf("removed: %v; created: %v", removed, created)
			}
		}
	})
}

func TestCNPJsThatAreKnown(t *testing.T) {
	for text, want := range map[string]string{
		"33000167000101":     "33.000.167/0001-01",
		"33.000.167/0001-01": "33.000.167/0001-01",
		"11.222.333/0001-81": "11.222.333/0001-81",
		"12.ABC.345/01DE-35": "12.ABC.345/01DE-35", // the example of the Receita Federal
		"12abc34501de35":     "12.ABC.345/01DE-35",
		"12.345.678/0001-95": "12.345.678/0001-95",

		"":                       "",
		"33.000.167/0001-02":     "",
		"33.000.167/0001-11":     "",
		"33000167000101 1":       "",
		"3300016700010":          "",
		"330001670001011":        "",
		"00.000.000/0000-00":     "",
		"33-000-167/0001.01":     "",
		"33.000.167/0001-0A":     "",
		"12.ÁBC.345/01DE-35":     "",
		"３３.000.167/0001-01":     "",
		"33.000.167/0001-01\x00": "",
	} {
		if got, ok := NormalCNPJ(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}

// Of the hundred ends of a body just one is right: the one of the weights as they are published.
func TestACNPJHasOnePairOfCheckDigits(t *testing.T) {
	weights := []int{6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}
	digit := func(body string) int {
		sum := 0
		for i, w := range weights[len(weights)-len(body):] {
			sum += w * (int(body[i]) - 48)
		}
		return (11 - sum%11) % 11 % 10
	}
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringMatching(`[1-9A-Z][0-9A-Z]{11}`).Draw(t, "body")
		first := digit(body)
		want := fmt.Sprintf("%d%d", first, digit(body+fmt.Sprint(first)))
		for end := range 100 {
			text := body + fmt.Sprintf("%02d", end)
			normal, ok := NormalCNPJ(strings.ToLower(text))
			if ok != (text[12:] == want) {
				t.Fatalf("%s is %v; its check digits are %s", text, ok, want)
			}
			if !ok {
				continue
			}
			if again, ok := NormalCNPJ(normal); again != normal || !ok || strings.NewReplacer(".", "", "/", "", "-", "").Replace(normal) != text {
				t.Fatalf("%s is printed as %s", text, normal)
			}
		}
	})
}

package lifecycle_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"time"

	"deferido/internal/civil"
	"deferido/internal/engine"
	"deferido/internal/lifecycle"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

const (
	decreto  = "urn:lex:br:federal:decreto:2019-07-18;9921!"
	inTime   = decreto + "art39_par2_inc1" // the three hours
	income   = decreto + "art39_cpt"       // rests on the minimum wage, and on IR-07
	boarding = decreto + "art39_par6"
)

// set is a revision compiled.
func (o *office) set(t *testing.T, revision string) *engine.Set {
	t.Helper()
	set, err := (&shelf{o: o}).load(t.Context(), revision)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// edited is the embedded set with a text replaced in a file, kept and compiled.
func (o *office) edited(t *testing.T, file, old, new string) *engine.Set {
	t.Helper()
	return o.changed(t, func(files map[string][]byte) { replace(t, files, file, old, new) })
}

// changed is the embedded set with other files, kept and compiled.
func (o *office) changed(t *testing.T, change func(files map[string][]byte)) *engine.Set {
	t.Helper()
	files := map[string][]byte{}
	err := engine.EachFile(embedded(t), nil, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	change(files)
	tree, err := engine.Tree(files)
	if err != nil {
		t.Fatal(err)
	}
	revision, err := o.Keep(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	return o.set(t, revision)
}

func replace(t *testing.T, files map[string][]byte, file, old, new string) {
	t.Helper()
	changed := bytes.ReplaceAll(files[file], []byte(old), []byte(new))
	if bytes.Equal(changed, files[file]) {
		t.Fatalf("%s has no %q", file, old)
	}
	files[file] = changed
}

// reworded is the embedded set with other words in the text of art. 39, in the quotes of its rules, and in what vouches for it.
func (o *office) reworded(t *testing.T, old, new string) *engine.Set {
	t.Helper()
	const folder = "norms/decreto_9921_2019/"
	return o.changed(t, func(files map[string][]byte) {
		before := fmt.Sprintf("%x", sha256.Sum256(files[folder+"art_39.txt"]))
		replace(t, files, folder+"art_39.txt", old, new)
		replace(t, files, folder+"art_39.rego", old, new)
		replace(t, files, folder+"norm.yaml", before, fmt.Sprintf("%x", sha256.Sum256(files[folder+"art_39.txt"])))
	})
}

// broken are the broken parts of the only signature.
func (o *office) broken(t *testing.T, set *engine.Set) []string {
	t.Helper()
	seals, err := o.Seals(t.Context(), set)
	if err != nil || len(seals) != 1 {
		t.Fatalf("%+v, %v", seals, err)
	}
	return seals[0].Broken
}

func TestASignatureNamesWhatBrokeIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		base := o.set(t, o.base)
		_, err := o.Sign(t.Context(), anna, base, lifecycle.Signing{Provision: income})
		refusal(t, err, lifecycle.WrongRole)
		_, err = o.Sign(t.Context(), clara, base, lifecycle.Signing{Provision: decreto + "art99"})
		refusal(t, err, lifecycle.NoFile)
		day, err := civil.ParseDate("2018-01-01")
		if err != nil {
			t.Fatal(err)
		}
		_, err = o.Sign(t.Context(), clara, base, lifecycle.Signing{Provision: income, Day: day})
		refusal(t, err, lifecycle.NotInForce)
		_, err = o.Sign(t.Context(), clara, base, lifecycle.Signing{Provision: income, Seen: "another"})
		refusal(t, err, lifecycle.OtherContent)
		seal, err := o.Sign(t.Context(), clara, base, lifecycle.Signing{Provision: income})
		if err != nil {
			t.Fatal(err)
		}
		if seal.Revision != o.base || seal.Day != "2026-12-01" || !seal.At.Equal(o.clock.Now()) {
			t.Errorf("%+v", seal)
		}
		if broken := o.broken(t, base); len(broken) != 0 {
			t.Errorf("a new signature is broken: %v", broken)
		}
		for _, change := range []struct{ file, old, new, part string }{
			{"norms/decreto_9921_2019/art_39.rego", "income_limit := 2 *", "income_limit := 3 *", lifecycle.PartRule},
			{"norms/decreto_9921_2019/art_39.rego", `person := [{"low_income"}]`, `person := [{"low_income"}, {"interstate"}]`, lifecycle.PartRule},
			{"norms/decreto_9921_2019/art_39_test.rego", "\ntest_", "\n\ntest_", lifecycle.PartCases},
			{"cases/" + base.Cases(income)[0] + ".json", `"title": "`, `"title": "Caso: `, lifecycle.PartCases},
			{"params/minimum_wage.yaml", "cents: 24000", "cents: 24001", lifecycle.PartParameters},
			{"readings/interpretations.yaml", "A renda é a própria", "A renda é só a própria", lifecycle.PartParameters},
		} {
			if broken := o.broken(t, o.edited(t, change.file, change.old, change.new)); !slices.Equal(broken, []string{change.part}) {
				t.Errorf("%s in %s breaks %v", change.old, change.file, broken)
			}
		}
		if broken := o.broken(t, o.reworded(t, "a dois salários-mínimos", "a três salários-mínimos")); !slices.Contains(broken, lifecycle.PartText) {
			t.Errorf("another wording breaks %v", broken)
		}
		// What has nothing to do with it breaks nothing.
		if broken := o.broken(t, o.edited(t, "norms/decreto_9921_2019/art_39.rego", "arrival_advance := 30 *", "arrival_advance := 31 *")); len(broken) != 0 {
			t.Errorf("the thirty minutes break the income: %v", broken)
		}
		o.sound(t)
	})
}

// The text of a provision is part of what is signed, and so are the rules that a dispute has of it.
func TestEveryProvisionCanBeSigned(t *testing.T) {
	o := opened(t, storetest.SQLite(t), rules)
	base, tree := o.set(t, o.base), embedded(t)
	signed := 0
	for _, p := range base.Corpus().Provisions() {
		if p.URN == "" {
			continue
		}
		parts, err := lifecycle.PartsOf(base, tree, p.URN)
		if err != nil || parts.Fingerprint() == (lifecycle.Parts{}).Fingerprint() {
			t.Errorf("%s: %+v, %v", p.Label, parts, err)
		}
		if _, err := o.Sign(t.Context(), clara, base, lifecycle.Signing{Provision: p.URN, Seen: parts.Fingerprint()}); err != nil {
			t.Errorf("%s: %v", p.Label, err)
		}
		signed++
	}
	seals, err := o.Seals(t.Context(), base)
	if err != nil || len(seals) != signed || signed == 0 {
		t.Fatalf("%d seals of %d, %v", len(seals), signed, err)
	}
	for _, s := range seals {
		if len(s.Broken) > 0 || s.Day == "" {
			t.Errorf("%+v", s)
		}
	}
}

// The day on which a signature broke is that of the activation that changed what was signed, and not of the last one.
func TestTheActivationThatBrokeASignature(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		o := opened(t, from, rules)
		keeping(t, o)
		if _, err := o.Sign(t.Context(), clara, o.set(t, o.base), lifecycle.Signing{Provision: inTime}); err != nil {
			t.Fatal(err)
		}
		o.clock.Turn(24 * time.Hour)
		d := o.approved(t) // four hours
		o.clock.Turn(24 * time.Hour)
		changed := o.clock.Now()
		if _, err := o.Activate(t.Context(), anna, d.Fingerprint, time.Time{}, "quatro horas"); err != nil {
			t.Fatal(err)
		}
		now := o.set(t, d.Fingerprint)
		since := func() map[string]time.Time {
			seals, err := o.Seals(t.Context(), now)
			if err != nil || len(seals) != 1 || !slices.Equal(seals[0].Broken, []string{lifecycle.PartRule}) {
				t.Fatalf("%+v, %v", seals, err)
			}
			return seals[0].BrokenAt
		}
		if at := since()[lifecycle.PartRule]; !at.Equal(changed) {
			t.Errorf("broken at %v, want %v", at, changed)
		}
		// Going back and forth: it broke again when it was changed again.
		o.clock.Turn(24 * time.Hour)
		if _, err := o.Rollback(t.Context(), anna, lifecycle.Actor{}, o.base, "voltar"); err != nil {
			t.Fatal(err)
		}
		if seals, err := o.Seals(t.Context(), o.set(t, o.base)); err != nil || len(seals[0].Broken) != 0 || len(seals[0].BrokenAt) != 0 {
			t.Errorf("%+v, %v", seals, err)
		}
		o.clock.Turn(24 * time.Hour)
		again := o.clock.Now()
		if _, err := o.Rollback(t.Context(), anna, lifecycle.Actor{}, d.Fingerprint, "de novo"); err != nil {
			t.Fatal(err)
		}
		if at := since()[lifecycle.PartRule]; !at.Equal(again) {
			t.Errorf("broken at %v, want %v", at, again)
		}
	})
}

// A signature of before the parameters, the readings and the ways were signed stays good for what it covers, and says so.
func TestFormerSignaturesStayGood(t *testing.T) {
	from := storetest.SQLite(t)
	o := opened(t, from, rules)
	db := storetest.Open(t, from)
	tree := embedded(t)
	read := func(name string) string {
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		return name + "\n" + string(content)
	}
	base := o.set(t, o.base)
	all := func(texts ...string) string {
		return lifecycle.Hash([]byte(string(bytes.Join(toBytes(texts), []byte{0}))))
	}
	p, _ := base.Corpus().Provision("decreto_9921_2019", "art39_cpt")
	var rulesOf, casesOf []string
	for _, s := range base.Sources("decreto_9921_2019", "art39_cpt") {
		rulesOf = append(rulesOf, s.Package+"\n"+s.Text)
	}
	for _, id := range base.Cases(income) {
		casesOf = append(casesOf, read("cases/"+id+".json"))
	}
	written, err := json.Marshal(map[string]string{
		"text": all(p.Versions[0].From.String() + "\n" + p.Versions[0].Text), "rule": all(rulesOf...),
		"tests": all(read("norms/decreto_9921_2019/art_39_test.rego")), "cases": all(casesOf...),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(db.Bind("INSERT INTO seals (provision, signer, at, parts) VALUES (?, ?, ?, ?)"), income, clara.ID, o.clock.Now().UnixNano(), written); err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct {
		set  *engine.Set
		want []string
	}{
		{base, []string{}},
		{o.edited(t, "norms/decreto_9921_2019/art_39.rego", "income_limit := 2 *", "income_limit := 3 *"), []string{lifecycle.PartRule}},
		{o.edited(t, "norms/decreto_9921_2019/art_39_test.rego", "\ntest_", "\n\ntest_"), []string{lifecycle.PartCases}},
		{o.edited(t, "params/minimum_wage.yaml", "cents: 24000", "cents: 24001"), []string{}},
	} {
		seals, err := o.Seals(t.Context(), change.set)
		if err != nil || len(seals) != 1 || !seals[0].Former || !slices.Equal(seals[0].Broken, change.want) {
			t.Errorf("%+v, %v; want %v", seals, err, change.want)
		}
	}
	if _, err := o.Sign(t.Context(), clara, base, lifecycle.Signing{Provision: income}); err != nil {
		t.Fatal(err)
	}
	if seals, err := o.Seals(t.Context(), base); err != nil || len(seals) != 1 || seals[0].Former {
		t.Errorf("%+v, %v", seals, err)
	}
}

func toBytes(texts []string) [][]byte {
	var all [][]byte
	for _, text := range texts {
		all = append(all, []byte(text))
	}
	return all
}

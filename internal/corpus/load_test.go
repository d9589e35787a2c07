package corpus_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/corpus"
)

const goodNorm = `title: Decreto nº 1.234/2020
urn: urn:lex:br:federal:decreto:2020-01-02;1234
published_on: {date: 2020-01-03, grade: V}
in_force:
  from: {date: 2020-02-01, grade: V}
  until: {date: 2024-12-31, grade: C}
source: Arts. 1º e 2º
texts:
  art_1.txt: HASH1
  preamble.txt: HASH2
provisions:
  - status: commentary
    text: preamble.txt:1
  - fragment: art1_cpt
    status: scope
    questions: [grant, sale]
    text: art_1.txt:1
  - fragment: art1_par1u
    status: duty
    versions:
      - {from: 2020-02-01, until: 2021-06-30, grade: S, text: "art_1.txt:3"}
      - {from: 2021-07-01, act: Decreto nº 5.678/2021, grade: V, text: "art_1.txt:3", older_wording: true}
  - fragment: art2
    status: not_held
    nature: duty
    grade: C
    note: Texto não disponível no acervo.
  - fragment: art3
    status: reported
    nature: duty
    grade: V2
    note: Só relatado.
    reported_in: preamble.txt:1
`

const (
	goodArticle  = "Art. 1º Alguma coisa.\n\nParágrafo único. Outra coisa.\n"
	goodPreamble = "O PRESIDENTE DA REPÚBLICA\n"
	goodFolder   = "norms/decreto_1234_2020/"
)

// tree is the good norm with replacements made in norm.yaml, in pairs of old and new.
func tree(t *testing.T, replace ...string) fstest.MapFS {
	t.Helper()
	yaml := goodNorm
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(yaml, replace[i]) {
			t.Fatalf("norm.yaml has no %q", replace[i])
		}
		yaml = strings.Replace(yaml, replace[i], replace[i+1], 1)
	}
	yaml = strings.NewReplacer("HASH1", hash(goodArticle), "HASH2", hash(goodPreamble)).Replace(yaml)
	return fstest.MapFS{
		"norms/norms.rego":          {Data: []byte("package norms\n")},
		goodFolder + "norm.yaml":    {Data: []byte(yaml)},
		goodFolder + "art_1.txt":    {Data: []byte(goodArticle)},
		goodFolder + "preamble.txt": {Data: []byte(goodPreamble)},
		goodFolder + "art_1.rego":   {Data: []byte("package norms.decreto_1234_2020.art_1\n")},
	}
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func TestLoadTakesAGoodNorm(t *testing.T) {
	c, err := corpus.Load(tree(t))
	if err != nil {
		t.Fatal(err)
	}
	p, found := c.Provision("decreto_1234_2020", "art1_par1u")
	if text, held := p.Text(); !found || !held || text != "Parágrafo único. Outra coisa." || p.Label != "Decreto nº 1.234/2020, art. 1º, parágrafo único" {
		t.Errorf("read %+v, %q", p, text)
	}
	if v, inForce := p.VersionOn(day(t, "2024-12-31")); !inForce || v.Until.String() != "2024-12-31" {
		t.Errorf("the last wording ends with the act: %+v", v)
	}
	if p, _ := c.Provision("decreto_1234_2020", "art3"); p.ReportedIn == nil || p.Held() {
		t.Errorf("art. 3º is reported: %+v", p)
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, e := range map[string]struct {
		replace []string
		want    string
	}{
		"a wrong hash":              {[]string{"HASH1", hash("")}, "art_1.txt: the text is not the one"},
		"a text that is missing":    {[]string{"preamble.txt: HASH2", "preamble.txt: HASH2\n  art_9.txt: HASH2"}, "art_9.txt"},
		"a text without hash":       {[]string{"  preamble.txt: HASH2\n", ""}, "preamble.txt: the text has no hash"},
		"an unknown key":            {[]string{"source:", "sauce: x\nsource:"}, "sauce"},
		"a repeated key":            {[]string{"source:", "source: x\nsource:"}, "already defined"},
		"an unknown key inside":     {[]string{"status: scope", "status: scope\n    colour: red"}, "colour"},
		"an unknown status":         {[]string{"status: scope", "status: scpoe"}, `art1_cpt: unknown status "scpoe"`},
		"no status":                 {[]string{"    status: scope\n", ""}, `unknown status ""`},
		"an unknown question":       {[]string{"[grant, sale]", "[grant, sail]"}, `question "sail"`},
		"a repeated question":       {[]string{"[grant, sale]", "[grant, grant]"}, `question "grant"`},
		"an unknown grade":          {[]string{"grade: C\n    note", "grade: D\n    note"}, `unknown grade "D"`},
		"an unknown version grade":  {[]string{"2021-06-30, grade: S", "2021-06-30, grade: Z"}, "known grade"},
		"a date that is no day":     {[]string{"2020-02-01, grade", "2020-02-30, grade"}, "no such day"},
		"a date without zero":       {[]string{"2020-02-01, grade", "2020-2-1, grade"}, "YYYY-MM-DD"},
		"an act without time":       {[]string{"  from: {date: 2020-02-01, grade: V}\n", ""}, "in_force.from"},
		"an end before the start":   {[]string{"date: 2024-12-31", "date: 2020-01-31"}, "ends before it begins"},
		"force before publication":  {[]string{"date: 2020-01-03", "date: 2020-02-02"}, "before the act was published"},
		"overlapping versions":      {[]string{"until: 2021-06-30", "until: 2021-07-01"}, "overlaps"},
		"a version without end":     {[]string{", until: 2021-06-30", ""}, "overlaps"},
		"a gap between versions":    {[]string{"until: 2021-06-30", "until: 2021-06-29"}, "gap"},
		"a version that turns back": {[]string{"until: 2021-06-30", "until: 2020-01-30"}, "ends before it begins"},
		"a version before the act":  {[]string{"- {from: 2020-02-01", "- {from: 2020-01-31"}, "beyond the time"},
		"an amendment without act":  {[]string{"act: Decreto nº 5.678/2021, ", ""}, "names no act"},
		"an older first wording":    {[]string{"grade: S, text", "grade: S, older_wording: true, text"}, "older wording"},
		"a text beside versions":    {[]string{"    versions:", "    text: art_1.txt:3\n    versions:"}, "in each of the versions"},
		"a duplicate fragment":      {[]string{"fragment: art2\n", "fragment: art1_par1u\n"}, "art1_par1u stands twice"},
		"provisions out of order":   {[]string{"fragment: art1_par1u", "fragment: art4"}, "against the order"},
		"a malformed fragment":      {[]string{"fragment: art2\n", "fragment: art2_inc1\n"}, "cannot stand inside art"},
		"commentary with fragment":  {[]string{"- status: commentary", "- fragment: art1\n    status: commentary"}, "commentary has none"},
		"a provision without one":   {[]string{"- fragment: art1_cpt\n    status", "- status"}, "a provision has a fragment"},
		"a line that is not there":  {[]string{"text: art_1.txt:1", "text: art_1.txt:9"}, "no text at art_1.txt:9"},
		"a blank line":              {[]string{"text: art_1.txt:1", "text: art_1.txt:2"}, "no text at art_1.txt:2"},
		"a place without line":      {[]string{"text: art_1.txt:1", "text: art_1.txt"}, "want a place"},
		"a text of another norm":    {[]string{"text: art_1.txt:1", "text: other/art_1.txt:1"}, "its own norm"},
		"a line claimed twice":      {[]string{"text: art_1.txt:1", "text: art_1.txt:3"}, "claimed twice"},
		"an unclassified line":      {[]string{"  - status: commentary\n    text: preamble.txt:1\n", ""}, "preamble.txt: line 1 is no provision"},
		"no text and a status":      {[]string{"    text: art_1.txt:1\n", ""}, "there is no text"},
		"a text that is not held":   {[]string{"status: not_held", "status: not_held\n    text: art_1.txt:1"}, "has no text"},
		"not held without nature":   {[]string{"    nature: duty\n    grade: C\n", "    grade: C\n"}, "nature"},
		"not held without grade":    {[]string{"    grade: C\n    note", "    note"}, "needs a grade"},
		"held with a nature":        {[]string{"status: scope", "status: scope\n    nature: duty"}, "no nature"},
		"reported by nobody":        {[]string{"    reported_in: preamble.txt:1\n", ""}, "reported_in belongs"},
		"reported by a provision":   {[]string{"reported_in: preamble.txt:1", "reported_in: art_1.txt:1"}, "no commentary at"},
		"reported nowhere":          {[]string{"reported_in: preamble.txt:1", "reported_in: preamble.txt"}, "want a place"},
		"a title of another act":    {[]string{"nº 1.234/2020", "nº 1.243/2020"}, "the title should end"},
		"a urn of another act":      {[]string{"decreto:2020-01-02;1234", "decreto:2020-01-02;1243"}, "the folder should be named"},
		"a urn of another type":     {[]string{":decreto:", ":lei:"}, "the folder should be named"},
		"a urn with fragment":       {[]string{";1234", ";1234!art1"}, "no fragment"},
		"a malformed urn":           {[]string{"urn:lex:br:", "urn:lex:pt:"}, "byte 8"},
		"no source":                 {[]string{"source: Arts. 1º e 2º", `source: ""`}, "want a source"},
		"a note without grade":      {[]string{"texts:", "notes:\n  - text: Nota.\ntexts:"}, "notes:"},
		"a citation without note":   {[]string{"texts:", "related:\n  - {citation: X, text: \"preamble.txt:1\"}\ntexts:"}, "related:"},
		"two documents":             {[]string{"title:", "---\ntitle: x\n---\ntitle:"}, ""},
	} {
		c, err := corpus.Load(tree(t, e.replace...))
		if err == nil {
			t.Errorf("%s was taken", name)
			continue
		}
		if c != nil || !strings.Contains(err.Error(), e.want) || !strings.Contains(err.Error(), goodFolder) {
			t.Errorf("%s: %v, want %q and the file", name, err, e.want)
		}
	}
}

func TestLoadReturnsEveryProblem(t *testing.T) {
	files := tree(t, "status: scope", "status: scpoe", "until: 2021-06-30", "until: 2021-07-01")
	files["norms/lei_1_2000/norm.yaml"] = &fstest.MapFile{Data: nil}
	files["norms/empty/.keep"] = &fstest.MapFile{Data: nil}
	_, err := corpus.Load(files)
	for _, want := range []string{"scpoe", "overlaps", "norms/lei_1_2000/norm.yaml: the file is empty", "norms/empty/norm.yaml"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
	if _, err := corpus.Load(fstest.MapFS{}); err == nil {
		t.Error("a tree without norms was taken")
	}
}

func TestLoadRefusesTwoNormsOfOneURN(t *testing.T) {
	files := tree(t)
	for name, file := range tree(t) {
		files[strings.Replace(name, "decreto_1234", "decreto_federal_1234", 1)] = file
	}
	if _, err := corpus.Load(files); err == nil || !strings.Contains(err.Error(), "the urn is that of") {
		t.Errorf("two norms of one urn: %v", err)
	}
}

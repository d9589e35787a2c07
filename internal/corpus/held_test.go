package corpus_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/corpus"
	"deferido/policies"
)

func load(t *testing.T) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// listed is a row of provisions.tsv, the list of everything that the source texts hold.
type listed struct{ norm, fragment, status, questions, file, firstWords, note string }

func listedProvisions(t *testing.T) []listed {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "provisions.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 7 {
			t.Fatalf("a row has %d columns: %q", len(f), line)
		}
		all = append(all, listed{f[0], f[1], f[2], f[3], f[4], f[5], f[6]})
	}
	return all[1:]
}

func TestLedgerHasExactlyTheListedProvisions(t *testing.T) {
	type key struct{ norm, fragment, status, questions string }
	want, got := map[key]int{}, map[key]int{}
	for _, row := range listedProvisions(t) {
		want[key{row.norm, row.fragment, row.status, row.questions}]++
	}
	for _, row := range load(t).Ledger() {
		k := key{row.Norm, row.Fragment, string(row.Status), strings.Join(row.Questions, ",")}
		if k.fragment == "" {
			k.fragment = "-"
		}
		if k.questions == "" {
			k.questions = "-"
		}
		got[k]++
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(key{})); diff != "" {
		t.Errorf("the ledger differs from the list (-list +ledger):\n%s", diff)
	}
}

func TestNoProvisionIsUnclassified(t *testing.T) {
	counts := load(t).Statuses()
	textHeld, total := 0, 0
	for status, n := range counts {
		total += n
		if !status.Known() {
			t.Errorf("%d rows have the unknown status %q", n, status)
		}
		if status != corpus.StatusCommentary && status != corpus.StatusNotHeld {
			textHeld += n
		}
	}
	if textHeld != 133 || counts[corpus.StatusReported] != 4 || counts[corpus.StatusNotHeld] != 17 || counts[corpus.StatusCommentary] != 18 {
		t.Errorf("133 provisions of the texts (4 of them reported), 17 not held, 18 passages of commentary; got %d: %v", textHeld, counts)
	}
	if rows := len(load(t).Ledger()); rows != total {
		t.Errorf("%d rows, %d with a status", rows, total)
	}
}

func TestFirstWordsStandAtTheStartOfEachProvision(t *testing.T) {
	texts := map[[2]string][]string{} // norm and fragment → texts, in the order of the list
	c := load(t)
	for _, row := range c.Ledger() {
		k := [2]string{row.Norm, row.Fragment}
		switch {
		case row.Text != nil:
			texts[k] = append(texts[k], *row.Text)
		case row.Status == corpus.StatusReported:
			p, _ := c.Provision(row.Norm, row.Fragment)
			texts[k] = append(texts[k], lineAt(t, c, *p.ReportedIn))
		}
	}
	for _, row := range listedProvisions(t) {
		k := [2]string{row.norm, strings.TrimPrefix(row.fragment, "-")}
		if row.status == "not_held" {
			if len(texts[k]) > 0 {
				t.Errorf("%s %s is not held and has the text %q", row.norm, row.fragment, texts[k][0])
			}
			continue
		}
		if len(texts[k]) == 0 {
			t.Errorf("%s %s has no text", row.norm, row.fragment)
			continue
		}
		text := texts[k][0]
		texts[k] = texts[k][1:]
		if row.status == "reported" {
			if !strings.Contains(text, row.firstWords) {
				t.Errorf("%s %s: the passage that reports it has no %q", row.norm, row.fragment, row.firstWords)
			}
			continue
		}
		if !strings.HasPrefix(withoutLabel(text), row.firstWords) {
			t.Errorf("%s %s begins %.60q, not with %q", row.norm, row.fragment, text, row.firstWords)
		}
	}
}

var labelOfText = regexp.MustCompile(`^(?:"?Art\.? \d+[oº]?\.?|§ \d+[oº](?: -)?|Parágrafo único\.|[IVX]+ [–-]|[a-z]\)|-) ?`)

// withoutLabel is a line of law without the label in front: "Art. 39. ", "§ 1º - ", "I - ", "m) ".
func withoutLabel(line string) string {
	return strings.TrimPrefix(line, labelOfText.FindString(line))
}

func lineAt(t *testing.T, c *corpus.Corpus, at corpus.Place) string {
	t.Helper()
	n, found := c.Norm(at.Norm)
	if !found {
		t.Fatalf("no norm for %s", at)
	}
	f, found := n.File(at.File)
	if !found {
		t.Fatalf("no file for %s", at)
	}
	return strings.Split(f.Text, "\n")[at.Line-1]
}

// sources tells which norms share a source text.
var sources = map[string][]string{
	"decreto_5934_2006_excerpt.txt":                              {"decreto_5934_2006"},
	"decreto_9921_2019_art_39.txt":                               {"decreto_9921_2019"},
	"lei_10741_2003_art_40_with_commentary.txt":                  {"lei_10741_2003"},
	"lei_12852_2013_art_32_and_decreto_8537_2015_arts_13_21.txt": {"lei_12852_2013", "decreto_8537_2015"},
	"resolucao_antt_1692_2006.txt":                               {"resolucao_antt_1692_2006", "resolucao_antt_233_2003"},
}

func TestEveryLineOfTheSourcesIsHeldOnceByteForByte(t *testing.T) {
	c := load(t)
	files, err := os.ReadDir(filepath.Join("testdata", "law"))
	if err != nil || len(files) != len(sources) {
		t.Fatalf("%d source texts, want %d (%v)", len(files), len(sources), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join("testdata", "law", file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, folder := range sources[file.Name()] {
			n, found := c.Norm(folder)
			if !found {
				t.Fatalf("no norm %s", folder)
			}
			for _, f := range n.Files {
				countLines(got, f.Text)
				if piece := strings.TrimSuffix(f.Text, "\n"); !strings.Contains(string(data), piece) {
					t.Errorf("%s/%s is not an unbroken piece of %s", folder, f.Name, file.Name())
				}
			}
		}
		want := map[string]int{}
		countLines(want, string(data))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the norms of %s hold other lines (-source +held):\n%s", file.Name(), diff)
		}
	}
}

func countLines(counts map[string]int, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			counts[line]++
		}
	}
}

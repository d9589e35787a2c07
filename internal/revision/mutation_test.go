package revision_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/revision"
	"deferido/policies"
)

// mutations change the law a little. Every one of them must fail a test of its article.
var mutations = []struct{ file, from, to string }{
	{"norms/decreto_9921_2019/art_39.rego", "made_at <= deadline", "made_at < deadline"},
	{"norms/decreto_9921_2019/art_39.rego", "advance := 3 * units.hour", "advance := 179 * units.minute"},
	{"norms/decreto_9921_2019/art_39.rego", "<= income_limit", "< income_limit"},
	{"norms/decreto_9921_2019/art_39.rego", "2 * input.params.minimum_wage_cents", "3 * input.params.minimum_wage_cents"},
	{"norms/decreto_9921_2019/art_39.rego", "reserved_seats := 2", "reserved_seats := 1"},
	{"norms/decreto_9921_2019/art_39.rego", `{"proprio", "proprio_virtual"}`, `{"proprio"}`},
	{"norms/decreto_9921_2019/art_39.rego", `{"seat_not_granted", "seat_unsold"}]`, `{"seat_unsold"}]`},
	{"norms/decreto_9921_2019/art_39.rego", "sale.at > deadline", "sale.at >= deadline"},
	{"norms/decreto_9921_2019/art_39.rego", "arrival_advance := 30", "arrival_advance := 29"},
	{"norms/decreto_9921_2019/art_2.rego", "minimum_age := 60", "minimum_age := 61"},
	{"norms/decreto_5934_2006/art_2.rego", ">= minimum_age", "> minimum_age"},
	{"norms/decreto_5934_2006/art_3.rego", "made_at <= deadline", "made_at < deadline"},
	{"norms/decreto_8537_2015/art_13.rego", "made_at <= deadline", "made_at < deadline"},
	{"norms/decreto_8537_2015/art_14.rego", "valid_until_on >= ", "valid_until_on > "},
	{"norms/decreto_8537_2015/art_15.rego", "departs_at >= input.ns.trip.arrives_at", "departs_at > input.ns.trip.arrives_at"},
	{"norms/lei_12852_2013/art_1.rego", "maximum_age := 29", "maximum_age := 30"},
	{"norms/lei_12852_2013/art_1.rego", "minimum_age := 15", "minimum_age := 16"},
	{"norms/resolucao_antt_1692_2006/art_2.rego", "made_at <= deadline", "made_at < deadline"},
	{"norms/resolucao_antt_1692_2006/art_3.rego", "distance_km > 500", "distance_km >= 500"},
	{"norms/resolucao_antt_1692_2006/art_3.rego", "<= shorter_window", "< shorter_window"},
	{"norms/resolucao_antt_1692_2006/art_3.rego", "tariff_cents / 2", "tariff_cents / 3"},
	{"norms/resolucao_antt_1692_2006/art_5.rego", "kept_days := 365", "kept_days := 364"},
	{"norms/resolucao_antt_1692_2006/art_5.rego", "minimum_copies := 2", "minimum_copies := 3"},
	{"norms/lei_10741_2003/art_40.rego", "other_available >= 1", "other_available >= 0"},
}

func TestMutationsOfTheLawFailATest(t *testing.T) {
	for _, m := range mutations {
		t.Run(m.file+" "+m.from, func(t *testing.T) {
			t.Parallel()
			own := `^data\.` + strings.ReplaceAll(strings.TrimSuffix(m.file, ".rego"), "/", `\.`) + `_test\.`
			tested, err := revision.TestOnly(context.Background(), mutated(t, m.file, m.from, m.to), own)
			if err != nil {
				t.Fatal(err)
			}
			if len(tested.Results) == 0 || tested.Failed() == 0 {
				t.Errorf("%s for %s is noticed by none of the article's %d tests", m.to, m.from, len(tested.Results))
			}
		})
	}
}

// mutated is the embedded policies with one file changed, all over.
func mutated(t *testing.T, file, from, to string) fs.FS {
	t.Helper()
	tree := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(policies.FS, name)
		if name == file {
			if !strings.Contains(string(content), from) {
				t.Fatalf("%s has no %q", file, from)
			}
			content = []byte(strings.ReplaceAll(string(content), from, to))
		}
		tree[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

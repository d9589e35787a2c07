package revision_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/revision"
)

const (
	art39   = "norms/decreto_9921_2019/art_39.rego"
	norm39  = "norms/decreto_9921_2019/norm.yaml"
	wageOf  = "params/minimum_wage.yaml"
	theCase = "cases/grant-elderly-in-time.json"
	urn39   = "urn:lex:br:federal:decreto:2019-07-18;9921!"
)

// edits are what people do to a tree, and what is told of it first.
var edits = map[string]struct {
	do   func(e *edited)
	want func(d *revision.Difference) []string // what is not told
}{
	"three hours become four": {
		func(e *edited) { e.replace(art39, "advance := 3 * units.hour", "advance := 4 * units.hour") },
		func(d *revision.Difference) []string {
			r := ruleOf(d.Articles, "decreto_9921_2019.art_39", "advance")
			return lacking(
				"before", r.Before != nil && *r.Before == "advance := 3 * units.hour",
				"after", r.After != nil && *r.After == "advance := 4 * units.hour",
				"the request in time", slices.Contains(r.Affects, "decreto_9921_2019.art_39 grant.when.in_time"),
				"the sale", slices.Contains(r.Affects, "decreto_9921_2019.art_39 sale.when.after_deadline"),
				"the discount that begins where the free seats end", slices.ContainsFunc(r.Affects, func(a string) bool { return strings.HasPrefix(a, "lei_10741_2003.art_40 grant.when.") }),
				"§ 2º, I", slices.Contains(entryOf(d.Provisions, urn39+"art39_par2_inc1").Rules, "decreto_9921_2019.art_39 grant.when.in_time"),
				"nothing of § 7º", entryOf(d.Provisions, urn39+"art39_par7").ID == "",
				"nothing of the text of a provision", !slices.ContainsFunc(d.Provisions, func(e revision.Entry) bool { return len(e.Fields) > 0 }),
			)
		},
	},
	"a provision is corrected": {
		func(e *edited) {
			e.reword("decreto_9921_2019", "art_39.txt", "três horas em relação", "quatro horas em relação").
				replace(art39, "no mínimo, três horas'", "no mínimo, quatro horas'")
		},
		func(d *revision.Difference) []string {
			p := entryOf(d.Provisions, urn39+"art39_par2_inc1")
			f := fieldOf(p.Fields, "2019-11-16 text")
			quote := fieldOf(ruleOf(d.Articles, "decreto_9921_2019.art_39", "grant.when.in_time").Fields, "quote")
			return lacking(
				"the old wording", f.Before != nil && strings.Contains(*f.Before, "três horas"),
				"the new wording", f.After != nil && strings.Contains(*f.After, "quatro horas"),
				"the rule that quotes it", slices.Contains(p.Rules, "decreto_9921_2019.art_39 grant.when.in_time"),
				"the quote", quote.After != nil && strings.Contains(*quote.After, "quatro horas"),
			)
		},
	},
	"a provision is reworded from a day on": {
		func(e *edited) {
			e.replace(norm39, "    text: art_39.txt:21\n", "    versions:\n      - {from: 2019-11-16, until: 2026-12-31, grade: S, text: 'art_39.txt:21'}\n      - {from: 2027-01-01, act: Decreto nº 1/2027, grade: '?'}\n")
		},
		func(d *revision.Difference) []string {
			p := entryOf(d.Provisions, urn39+"art39_par5")
			return lacking(
				"the last day of the old wording", pairOf(p.Fields, "2019-11-16 until") == "-,2026-12-31",
				"the new wording", pairOf(p.Fields, "2027-01-01 text") == "-,(not held)",
				"its act", pairOf(p.Fields, "2027-01-01 act") == "-,Decreto nº 1/2027",
			)
		},
	},
	"a status, a grade and a date change": {
		func(e *edited) {
			e.replace(norm39, "fragment: art39_par6\n    status: duty", "fragment: art39_par6\n    status: condition").
				replace(norm39, "grade: V2\n    note: Identificação", "grade: V\n    note: Identificação").
				replace(norm39, "from: {date: 2019-11-16", "from: {date: 2019-11-17")
		},
		func(d *revision.Difference) []string {
			return lacking(
				"status", pairOf(entryOf(d.Provisions, urn39+"art39_par6").Fields, "status") == "duty,condition",
				"grade", pairOf(entryOf(d.Provisions, urn39+"art43").Fields, "grade") == "V2,V",
				"date", pairOf(entryOf(d.Norms, "decreto_9921_2019").Fields, "in_force.from") == "2019-11-16,2019-11-17",
			)
		},
	},
	"a new minimum wage": {
		func(e *edited) {
			e.write(wageOf, e.read(wageOf)+"  - {from: 2027-01-01, cents: 170000, act: Decreto nº 1/2026, grade: V}\n")
		},
		func(d *revision.Difference) []string {
			p := entryOf(d.Parameters, "minimum_wage")
			return lacking(
				"the value", pairOf(p.Fields, "2027-01-01 cents") == "-,170000", "the act", pairOf(p.Fields, "2027-01-01 act") == "-,Decreto nº 1/2026",
				"nothing else", len(p.Fields) == 3,
			)
		},
	},
	"a case changes": {
		func(e *edited) {
			e.replace(theCase, `"outcome": "allow"`, `"outcome": "deny"`).remove("cases/conduct-two.json")
		},
		func(d *revision.Difference) []string {
			return lacking(
				"the outcome", pairOf(entryOf(d.Cases, "grant-elderly-in-time").Fields, "expect/outcome") == "allow,deny",
				"the case that is gone", entryOf(d.Cases, "conduct-two").Change == revision.Removed,
			)
		},
	},
	"a condition is removed": {
		func(e *edited) {
			from, to := strings.Index(e.read(art39), "# METADATA\n# title: 'Bilhete intransferível'"), strings.Index(e.read(art39), "boarding.gives.arrive_by_at")
			e.write(art39, e.read(art39)[:from]+e.read(art39)[to:])
		},
		func(d *revision.Difference) []string {
			r := ruleOf(d.Articles, "decreto_9921_2019.art_39", "boarding.when.same_person")
			return lacking(
				"removed", r.Change == revision.Removed && r.Question == "boarding" && r.Kind == "when" && r.Name == "same_person" && r.After == nil,
				"its quote", pairOf(r.Fields, "quote") == "são intransferíveis,-",
				"§ 7º", len(entryOf(d.Provisions, urn39+"art39_par7").Rules) > 0,
			)
		},
	},
	"ways change": {
		func(e *edited) {
			e.replace(art39, `[{"seat_not_granted", "in_time"}, {"seat_not_granted", "seat_unsold"}]`, `[{"seat_unsold", "seat_not_granted"}, {"in_time", "seat_not_granted"}]`).
				replace(art39, `[{"initial_point"}, {"authorized_section"}]`, `[{"authorized_section"}, {"low_income"}]`)
		},
		func(d *revision.Difference) []string {
			seat := ruleOf(d.Articles, "decreto_9921_2019.art_39", "grant.requires.gratuidade.seat").Ways
			stop := ruleOf(d.Articles, "decreto_9921_2019.art_39", "grant.requires.gratuidade.stop").Ways
			return lacking(
				"reordered", cmp.Equal(seat, &revision.WayChange{Reordered: true}),
				"added and removed", cmp.Equal(stop, &revision.WayChange{Added: [][]string{{"low_income"}}, Removed: [][]string{{"initial_point"}}}),
			)
		},
	},
	"an article is no longer named": {
		func(e *edited) {
			e.replace("decision/retention.rego", `matters.retention.articles["decreto_9921_2019.art_41"]`, `matters.retention.articles["decreto_9921_2019.art_40"]`)
		},
		func(d *revision.Difference) []string {
			q := d.Questions[0]
			return lacking("named", cmp.Equal(q.Named, []string{"decreto_9921_2019.art_40"}), "not named", cmp.Equal(q.Unnamed, []string{"decreto_9921_2019.art_41"}), "question", q.ID == "retention")
		},
	},
	"a dispute, a reading and a fact change": {
		func(e *edited) {
			e.replace("disputes/window.rego", "grade: V2", "grade: V").
				replace("readings/interpretations.yaml", "Age is completed years", "Age is years completed").
				replace("schemas/facts.json", `"maximum": 100000`, `"maximum": 200000`)
		},
		func(d *revision.Difference) []string {
			return lacking(
				"dispute", len(d.Disputes) == 1 && d.Disputes[0].ID == "window" && pairOf(d.Disputes[0].Fields, "grade") == "V2,V",
				"reading", len(d.Interpretations) == 1 && d.Interpretations[0].ID == "IR-05",
				"fact", len(d.Facts) == 1 && pairOf(d.Facts[0].Fields, "maximum") == "100000,200000",
			)
		},
	},
	"a file that is only formatted otherwise": {
		func(e *edited) {
			e.replace(art39, "grant.requires.gratuidade.stop := [{\"initial_point\"}, {\"authorized_section\"}]", "# Outro comentário.\ngrant.requires.gratuidade.stop   :=  [\n\t{\"initial_point\"},\n\t{\"authorized_section\"},\n]")
		},
		onlyText,
	},
	"a file that is only renamed": {
		func(e *edited) { e.write("lib/unidades.rego", e.read("lib/units.rego")).remove("lib/units.rego") },
		func(d *revision.Difference) []string {
			return append(onlyText(d), lacking("renamed", cmp.Equal(d.Files, []revision.FileChange{{Path: "lib/unidades.rego", From: "lib/units.rego", Change: revision.Renamed}}))...)
		},
	},
	"a file without an end of line, and bytes that are no text": {
		func(e *edited) {
			e.write("lib/units.rego", strings.TrimSuffix(e.read("lib/units.rego"), "\n")).write("norms/lei_10741_2003/scan.bin", "\xff\xfe")
		},
		func(d *revision.Difference) []string {
			return lacking(
				"binary", d.Files[1].Binary && d.Files[1].Hunks == nil, "no law", len(d.Library) == 0,
				"the remark", strings.Contains(strings.Join(d.Files[0].Hunks[0].Lines, "\n"), "No newline"),
			)
		},
	},
	"a file that does not parse": {
		func(e *edited) { e.replace(art39, "import rego.v2\n", "import rego.v2\n\nx := {\n") },
		func(d *revision.Difference) []string {
			return lacking("unread", len(d.Unread) > 0 && d.Unread[0].Side == "after" && d.Unread[0].Finding.File == art39, "text", len(d.Files) == 1)
		},
	},
}

func onlyText(d *revision.Difference) []string {
	law := *d
	law.Files = nil
	return lacking("text", len(d.Files) == 1, fmt.Sprintf("no law: %+v", law), cmp.Equal(law, revision.Difference{}))
}

// lacking are the names of what is not so.
func lacking(pairs ...any) []string {
	var names []string
	for i := 0; i < len(pairs); i += 2 {
		if !pairs[i+1].(bool) {
			names = append(names, pairs[i].(string))
		}
	}
	return names
}

func entryOf(all []revision.Entry, id string) revision.Entry {
	for _, e := range all {
		if e.ID == id {
			return e
		}
	}
	return revision.Entry{}
}

func fieldOf(all []revision.Field, name string) revision.Field {
	for _, f := range all {
		if f.Name == name {
			return f
		}
	}
	return revision.Field{}
}

// pairOf is a field as "before,after".
func pairOf(all []revision.Field, name string) string {
	f := fieldOf(all, name)
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	return text(f.Before) + "," + text(f.After)
}

func ruleOf(all []revision.ModuleChange, id, path string) revision.RuleChange {
	for _, m := range all {
		for _, r := range m.Rules {
			if m.ID == id && r.Path == path {
				return r
			}
		}
	}
	return revision.RuleChange{}
}

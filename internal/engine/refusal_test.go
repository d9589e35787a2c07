package engine_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/policies"
)

const art39 = "norms/decreto_9921_2019/art_39.rego"

// changed is the embedded policies with a part of one file replaced.
func changed(t *testing.T, file, from, to string) fs.FS {
	t.Helper()
	tree := fstest.MapFS{}
	err := fs.WalkDir(policies.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.rego") {
			return err
		}
		content, err := fs.ReadFile(policies.FS, name)
		if name == file {
			if !strings.Contains(string(content), from) {
				t.Fatalf("%s has no %q", file, from)
			}
			content = []byte(strings.Replace(string(content), from, to, 1))
		}
		tree[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// What a policy set must not have stops its load, with the file and the reason.
func TestLoadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ file, from, to, want string }{
		"a quote that is not in the text": {art39, "'são intransferíveis'", "'são transferíveis'", "does not stand in the text"},
		"a provision that is not there":   {art39, "provision: art39_par5", "provision: art39_par55", "has no art39_par55"},
		"no quote of a held text":         {art39, "#   quote: 'enquanto os seus bilhetes não forem vendidos'\n", "", "custom.quote is missing"},
		"a quote of a text not held": {
			"norms/decreto_9921_2019/art_2.rego", "provision: art2\n", "provision: art2\n#   quote: 'sessenta anos'\n", "nothing can be quoted",
		},
		"no reason in English":         {art39, "#     en: 'The journey must", "#     fr: 'The journey must", "one in en"},
		"an unknown key":               {art39, "#   provision: art39_par3\n", "#   provision: art39_par3\n#   colour: red\n", "custom.colour is not a key"},
		"an unknown interpretation":    {art39, "reading: IR-17", "reading: IR-77", "IR-77 is not in"},
		"an unknown role":              {art39, "role: faculty", "role: favour", "custom.role"},
		"a condition without METADATA": {art39, "grant.seats.in_time :=", "grant.when.extra := true\n\ngrant.seats.in_time :=", "extra has no METADATA"},
		"neither remedy nor curable":   {art39, "#   curable: false\n#   reason:\n#     pt-BR: 'A viagem", "#   reason:\n#     pt-BR: 'A viagem", "has a remedy or says curable: false"},
		"a misspelt fact":              {art39, "input.facts.trip.section_stop_authorized", "input.facts.trip.section_stop_authorised", "undefined ref: input.facts.trip.section_stop_authorised"},
		"a misspelt measure":           {art39, "input.ns.request.made_at <= deadline", "input.ns.request.mode_at <= deadline", "input.ns.request.mode_at"},
		"an article that is not named": {
			"decision/grant.rego", `matters.grant.articles["resolucao_antt_1692_2006.art_4"] :=`, `matters.grant.others["resolucao_antt_1692_2006.art_4"] :=`, "art_4.grant is not named",
		},
		"an article under another's id": {
			"decision/grant.rego", `articles["decreto_9921_2019.art_39"]`, `articles["decreto_9921_2019.art_38"]`, "names another article",
		},
		"a clock":                  {art39, "grant.seats.in_time :=", "now := time.now_ns()\n\ngrant.seats.in_time :=", "time.now_ns"},
		"the network":              {art39, "grant.seats.in_time :=", "web := http.send({})\n\ngrant.seats.in_time :=", "http.send"},
		"Rego that does not parse": {art39, "grant.governs :=", "grant.governs =: ", art39},
		"a text that was altered":  {"norms/decreto_9921_2019/art_39.txt", "três horas", "duas horas", "art_39.txt"},
		"a parameter out of order": {"params/minimum_wage.yaml", "from: 2004-05-01", "from: 2003-01-01", "minimum_wage.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := engine.Load(context.Background(), changed(t, c.file, c.from, c.to), nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want a refusal with %q, got %v", c.want, err)
			}
		})
	}
}

// Two articles that give different values, neither yielding, are an error and never an answer.
func TestContradictionIsNoAnswer(t *testing.T) {
	broken, err := engine.Load(context.Background(), changed(t, "decision/fare.rego",
		`"decreto_9921_2019.art_44": {"resolucao_antt_1692_2006.art_6", "disputes.toll"},`, ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := parse(t, tree{"question": "fare", "facts": tree{
		"beneficiary": tree{"category": "pessoa_idosa"}, "service": tree{"mode": "rodoviario"},
		"fare": tree{"benefit": "gratuidade", "purchased_at": "2026-12-12T18:00:00-03:00"},
	}})
	d, err := service.Decide(context.Background(), decision.Activation{Law: broken, Seq: 1}, r, "pt-BR")
	var problem *decision.Problem
	if d != nil || !errors.As(err, &problem) || problem.Kind != decision.EvaluationError {
		t.Fatalf("want an evaluation error and no answer, got %v, %v", d, err)
	}
	var cause *engine.EvaluationError
	if !errors.As(problem, &cause) || !strings.Contains(cause.LogSafe(), "decision.fare: eval_conflict_error") {
		t.Errorf("want the conflict as the cause, got %v", problem.Err)
	}
}

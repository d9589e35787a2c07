package corpus

import (
	"strings"
	"testing"
	"testing/fstest"

	"deferido/policies"
)

func TestInterpretationsAreComplete(t *testing.T) {
	list, err := LoadInterpretations(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 20 || list[0].ID != "IR-01" || list[19].ID != "IR-20" {
		t.Errorf("%d interpretations from %s on", len(list), list[0].ID)
	}
}

func TestInterpretationsRefuse(t *testing.T) {
	for name, content := range map[string]string{
		"in order":          "- {id: IR-02, pt-BR: a, en: b}\n- {id: IR-01, pt-BR: a, en: b}\n",
		"want an id":        "- {id: IR-1, pt-BR: a, en: b}\n",
		"a sentence":        "- {id: IR-01, pt-BR: a}\n",
		"field other":       "- {id: IR-01, pt-BR: a, en: b, other: c}\n",
		"want alternatives": "- {id: IR-01, pt-BR: a, en: b}\n",
		"in both languages": "- {id: IR-01, pt-BR: a, en: b, alternatives: [{pt-BR: c}]}\n",
	} {
		_, err := LoadInterpretations(fstest.MapFS{InterpretationsFile: {Data: []byte(content)}})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := LoadInterpretations(fstest.MapFS{}); err == nil {
		t.Error("a tree without the register is taken")
	}
}

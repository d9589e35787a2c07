package portal

import (
	"slices"
	"testing"
)

// Every question answers in words of its own, but the one whose benefits are granted or refused.
func TestEveryQuestionHasWordsForItsAnswers(t *testing.T) {
	h := newHouse(t, nil)
	for _, q := range h.set.Questions() {
		if q.Name == "grant" {
			continue
		}
		if !slices.Contains(speakingQuestions, q.Name) {
			t.Errorf("%s answers in the words of grants", q.Name)
		}
	}
	for _, name := range speakingQuestions {
		if _, known := h.set.Question(name); !known {
			t.Errorf("%s is no question", name)
		}
	}
	for state, want := range map[string]string{
		answerState("grant", "deny", nil): "Negado", answerState("grant", "deny", &[]bool{true}[0]): "Negado por enquanto", answerState("conduct", "deny", nil): "Há infração",
		answerState("sale", "deny", &[]bool{true}[0]): "Ainda não pode vender", answerState("sale", "incomplete", nil): "Faltam dados",
	} {
		if got := h.portal.pages[portuguese].words.text(states[state].Key); got != want {
			t.Errorf("%s is %q", state, got)
		}
	}
}

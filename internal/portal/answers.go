package portal

import "deferido/internal/decision"

// speakingQuestions are those whose answers have words of their own, in the catalogue under state.answer: nobody grants an
// infraction. The others answer in the words of states: a benefit is granted or refused, as its document says.
var speakingQuestions = []string{"sale", "fare", "ticket", "boarding", "retention", "report", "notice", "conduct"}

// withAnswers adds the states of their answers.
func withAnswers(states map[string]stateView) map[string]stateView {
	for _, question := range speakingQuestions {
		for _, name := range []string{"allow", "deny", "deny_for_now"} {
			s := states[name]
			s.Key = "state.answer." + question + "." + name
			states[question+"."+name] = s
		}
	}
	return states
}

// answerState is the name of the state of an answer to a question.
func answerState(question, outcome string, curable *bool) string {
	name := outcome
	if outcome == "deny" && curable != nil && *curable {
		name = "deny_for_now"
	}
	if _, speaks := states[question+"."+name]; speaks {
		return question + "." + name
	}
	return name
}

// outcomeState is the state of a decision.
func outcomeState(d *decision.Decision) string { return answerState(d.Question, d.Outcome, d.Curable) }

// outcomeOf is an outcome in the words of its question, within a sentence.
func (w *words) outcomeOf(question, outcome string) string {
	if state := answerState(question, outcome, nil); state != outcome {
		return lowered(w.text(states[state].Key))
	}
	if key := "law.outcome." + question + "." + outcome; w.has(key) {
		return w.text(key)
	}
	return w.text("law.outcome.any." + outcome)
}

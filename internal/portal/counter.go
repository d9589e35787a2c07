package portal

import (
	"net/http"
	"slices"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// counterRoutes are the addresses of this group of pages.
var counterRoutes = []route{
	get("/consultar", "", (*Portal).questions),
	get("/consultar/:pergunta", identity.Decide, (*Portal).consult),
	post("/consultar/:pergunta", identity.Decide, (*Portal).decide),
	post("/consultar/:pergunta/previa", identity.Decide, (*Portal).preview),
}

// questionAddress is where a question is asked.
type questionAddress struct{ question, address string }

// counterGroups are the questions in the order in which a trip brings them up, each with its address.
var counterGroups = []struct {
	key       string
	questions []questionAddress
}{
	{"counter.group.sale", []questionAddress{{"grant", "concessao"}, {"sale", "venda"}, {"fare", "tarifa"}, {"ticket", "bilhete"}}},
	{"counter.group.trip", []questionAddress{{"boarding", "embarque"}}},
	{"counter.group.after", []questionAddress{{"retention", "arquivo"}, {"report", "informe"}}},
	{"counter.group.watch", []questionAddress{{"notice", "divulgacao"}, {"conduct", "infracao"}}},
}

// addressOf is the address of a question's form; of one that we do not know it is its name.
func addressOf(question string) string {
	for _, group := range counterGroups {
		for _, q := range group.questions {
			if q.question == question {
				return "/consultar/" + q.address
			}
		}
	}
	return "/consultar/" + question
}

// asked is the question that the address of a visit names, in the set of the visit.
func (v *visit) asked() (decision.Question, error) {
	for _, q := range v.set.Questions() {
		if addressOf(q.Name) == "/consultar/"+v.Param("pergunta") {
			return q, nil
		}
	}
	return decision.Question{}, notFound("counter.unknown", link{"/consultar", v.t("counter.title")})
}

// questionName and questionSentence are the two parts of a question's title: "Concessão — há vaga gratuita …?"
func questionName(q decision.Question, lang string) string {
	name, _ := questionParts(q, lang)
	return name
}

func questionSentence(q decision.Question, lang string) string {
	_, sentence := questionParts(q, lang)
	return sentence
}

func questionParts(q decision.Question, lang string) (name, sentence string) {
	title := q.Title.In(lang)
	for _, dash := range []string{" — ", " – ", " - "} {
		if name, sentence, found := strings.Cut(title, dash); found {
			return name, capital(sentence)
		}
	}
	return title, title
}

// capital begins a sentence.
func capital(text string) string {
	for i, letter := range text {
		return strings.ToUpper(string(letter)) + text[i+len(string(letter)):]
	}
	return text
}

// questionView is a question to be picked.
type questionView struct{ URL, Name, Sentence string }

// questions answers GET /consultar.
func (p *Portal) questions(v *visit) error {
	type groupView struct {
		Key       string
		Questions []questionView
	}
	var groups []groupView
	left := v.set.Questions()
	view := func(q decision.Question) questionView {
		return questionView{addressOf(q.Name), questionName(q, v.lang), questionSentence(q, v.lang)}
	}
	for _, group := range counterGroups {
		shown := groupView{Key: group.key}
		for _, known := range group.questions {
			at := slices.IndexFunc(left, func(q decision.Question) bool { return q.Name == known.question })
			if at >= 0 {
				shown.Questions = append(shown.Questions, view(left[at]))
				left = slices.Delete(left, at, at+1)
			}
		}
		if shown.Questions != nil {
			groups = append(groups, shown)
		}
	}
	if len(left) > 0 {
		other := groupView{Key: "counter.group.other"}
		for _, q := range left {
			other.Questions = append(other.Questions, view(q))
		}
		groups = append(groups, other)
	}
	return v.render(http.StatusOK, page{Title: v.t("counter.title"), Template: "counter/questions", Section: "consultar", Body: groups})
}

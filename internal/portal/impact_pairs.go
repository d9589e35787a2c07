package portal

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"deferido/internal/impact"
)

// pairGroup is decisions that change in the same way, each as it was and as it would be.
type pairGroup struct {
	Key, Label string
	N          int // how many change so
	Pairs      []pairView
	More       string // address at which all are shown that are kept; empty where they are
	Kept       int    // how many are kept, where those are fewer than change so and all of them are shown; otherwise 0
}

// pairView is one of them.
type pairView struct {
	ID, URL       string
	Question, At  string
	Before, After *sideView
	Why           string // it cannot be decided
}

// sideView is one of the answers.
type sideView struct {
	State   string
	Grounds []groundView
	Result  []fact // what of it is another
	Split   string // that the readings differ, or that they do not, where that is what is another
}

// groundView is a provision that an answer rests on.
type groundView struct {
	Label, URL, Reason string
	Met                *bool
}

// pairsShown is how many pairs of a way of change are shown before more are asked for.
const pairsShown = 3

// pairs are those that were kept, by the way of change.
func (v *visit) pairs(d *draftPage, m *impact.Measurement) []pairGroup {
	counts := byKey(m.Found.Decisions.ByChange)
	byWay := map[string][]impact.Pair{}
	for _, pair := range m.Pairs {
		key := changeKey(pair.Change)
		byWay[key] = append(byWay[key], pair)
	}
	all := v.Query("mudanca")
	var groups []pairGroup
	for _, key := range changeKeys {
		kept := byWay[key]
		if len(kept) == 0 {
			continue
		}
		slices.SortFunc(kept, func(a, b impact.Pair) int { return cmp.Or(b.DecidedAt.Compare(a.DecidedAt), cmp.Compare(b.ID, a.ID)) })
		g := pairGroup{Key: key, Label: v.t("publish.change." + key), N: counts[key]}
		if len(kept) > pairsShown && all != key {
			g.More = draftURL(d.Draft.ID, "impacto", "medicao", m.ID, "mudanca", key) + "#pares-" + key
			kept = kept[:pairsShown]
		} else if len(kept) < g.N {
			g.Kept = len(kept)
		}
		for _, pair := range kept {
			g.Pairs = append(g.Pairs, v.pair(&pair))
		}
		groups = append(groups, g)
	}
	return groups
}

func (v *visit) pair(p *impact.Pair) pairView {
	view := pairView{ID: p.ID, URL: "/decisoes/" + url.PathEscape(p.ID), Question: v.questionShort(p.Question), At: v.draftTime(p.DecidedAt)}
	contested := p.Change == impact.Contested
	view.Before = v.side(p.Question, &p.Before, contested)
	if p.After == nil {
		view.Why = v.t("publish.why." + p.Why)
		return view
	}
	view.After = v.side(p.Question, p.After, contested)
	return view
}

func (v *visit) side(question string, s *impact.Side, contested bool) *sideView {
	view := &sideView{State: answerState(question, s.Outcome, s.Curable)}
	for _, g := range s.Grounds {
		view.Grounds = append(view.Grounds, groundView{g.Label, provisionURL(g.URN, ""), g.Reason.In(v.lang), g.Met})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Result)) {
		view.Result = append(view.Result, fact{Name: v.resultName(name), Value: v.resultValue(name, s.Result[name])})
	}
	if contested {
		view.Split = v.t("publish.measured.agreed")
		if s.Contested {
			view.Split = v.t("state.contested")
		}
	}
	return view
}

// resultName is what a part of a result is called.
func (v *visit) resultName(name string) string {
	for _, group := range []string{"counter.result.", "publish.result."} {
		if v.words().has(group + name) {
			return v.t(group + name)
		}
	}
	return strings.ReplaceAll(name, "_", " ")
}

// resultValue writes a value of a result: a benefit, an instant, a day, an amount, a provision, or some of them.
func (v *visit) resultValue(name string, value any) string {
	switch value := value.(type) {
	case nil:
		return v.t("publish.result_none")
	case string:
		return v.resultText(value)
	case float64:
		if strings.HasSuffix(name, "_cents") {
			return v.words().money(int64(value))
		}
		return v.words().number(int(value))
	case map[string]any:
		if urn, is := value["urn"].(string); is {
			return v.provisionLabel(urn)
		}
	case []any:
		if len(value) == 0 {
			return v.t("publish.result_none")
		}
		said := make([]string, len(value))
		for i, one := range value {
			said[i] = v.resultValue(name, one)
		}
		return strings.Join(said, "; ")
	}
	return fmt.Sprint(value)
}

func (v *visit) resultText(text string) string {
	if name := v.set.Value("/facts/request/benefit", text, v.lang); name != "" {
		return name
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return v.words().moment(at)
	}
	if strings.HasPrefix(text, "/facts/") {
		return v.set.Title(text, v.lang)
	}
	return v.words().date(text)
}

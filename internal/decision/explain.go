package decision

import "context"

// explain words the tree of the reading that decides.
func (m *matter) explain(ctx context.Context) (*Explanation, error) {
	tree, err := m.law.Explain(ctx, m.question.Name, m.input, m.service.Reading)
	if err != nil {
		return nil, err
	}
	e := &Explanation{Articles: make([]ExplainedArticle, 0, len(tree))}
	for i := range tree {
		article := &tree[i]
		if len(article.Requirements) == 0 {
			continue // it has notes only
		}
		explained := ExplainedArticle{
			Article: article.Article, Governs: article.Scope.truth(), Label: m.law.ArticleLabel(article.Article),
			Scope: m.explainConditions(article, article.Governs), Requirements: []ExplainedRequirement{},
		}
		for _, r := range article.Requirements {
			explained.Requirements = append(explained.Requirements, m.explainRequirement(article, r))
		}
		e.Articles = append(e.Articles, explained)
	}
	return e, nil
}

func (m *matter) explainRequirement(article *TreeArticle, r TreeRequirement) ExplainedRequirement {
	explained := ExplainedRequirement{Answer: r.Answer, Name: r.Name, Met: r.State.truth(), Ways: []ExplainedWay{}}
	for _, way := range r.Ways {
		explained.Ways = append(explained.Ways, ExplainedWay{
			Met: way.State.truth(), Conditions: m.explainConditions(article, way.Conditions),
		})
	}
	return explained
}

func (m *matter) explainConditions(article *TreeArticle, names []string) []ExplainedCondition {
	explained := make([]ExplainedCondition, 0, len(names))
	for _, name := range names {
		n := Name{article.Article, name}
		c := ExplainedCondition{Name: name, Met: article.State(name).truth(), Facts: append([]string{}, m.law.About(m.question.Name, n)...)}
		if rule, declared := m.law.Rule(m.question.Name, n); declared {
			c.Title = rule.Title.In(m.lang)
			if rule.Reason.PT != "" {
				c.Reason = m.reason(rule, article.Values[name])
			}
			if citation, inForce := m.law.Cite(rule.Norm, rule.Fragment, m.day); inForce {
				c.URN, c.Label = citation.URN, citation.Label
			}
		}
		explained = append(explained, c)
	}
	return explained
}

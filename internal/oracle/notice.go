package oracle

const pPoints = "/facts/notice/points"

// notice answers whether the texts that Decreto 8.537 art. 20 names are at every point of sale, physical or virtual. What a
// point does not have is absent, not unknown.
func notice(s situation) answer {
	article := dec8537 + "!art20"
	points, given := s.list(pPoints)
	if !given {
		return answer{is: unknown(pPoints)}
	}
	a := answer{is: met, sure: []string{"absent"}, cite: []string{article}}
	absent := []any{}
	for _, p := range points {
		law, decree := p.flag(p.at+"/lei_12852_art_32"), p.flag(p.at+"/decreto_8537")
		if law.is == isUnknown || decree.is == isUnknown {
			s.doubt("outcome", "a point that does not say whether it has a text")
		}
		if law.is == isTrue && decree.is == isTrue {
			continue
		}
		id, _ := p.text(p.at + "/id")
		absent = append(absent, map[string]any{"point": id, "urn": article})
		a.is, a.unmet = unmet, []string{article}
	}
	if len(points) == 0 {
		s.doubt("cites", "no point of sale")
	}
	a.result = map[string]any{"absent": absent}
	return a
}

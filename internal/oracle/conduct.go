package oracle

const pActs = "/facts/conduct/acts"

// infraction is an item of Res. 233 art. 1 as Res. 1.692 art. 9 worded it.
type infraction struct{ item, group, letter string }

var infractions = map[string]infraction{
	"documento_porte_obrigatorio": {"inc1_ali12", "I", "l"},
	"bilhete_irregular":           {"inc1_ali13", "I", "m"},
	"desconto_irregular":          {"inc1_ali14", "I", "n"},
	"sem_dados_estatisticos":      {"inc1_ali15", "I", "o"},
	"segunda_via_nao_arquivada":   {"inc2_ali16", "II", "p"},
	"nao_comunicou_acidente":      {"inc3_ali1", "III", "a"},
	"nao_reservou_assentos":       {"inc3_ali13", "III", "m"},
	"nao_concedeu_desconto":       {"inc3_ali14", "III", "n"},
	"recusou_documento":           {"inc3_ali15", "III", "o"},
	"descumpriu_trinta_minutos":   {"inc3_ali16", "III", "p"},
}

// conduct answers which infractions the acts are. The groups are of the road; a refusal without its document breaks Decreto
// 8.537 art. 14, sole paragraph (youth), or Res. 1.692 art. 2-A (elderly), and no held text gives it a group.
func conduct(s situation) answer {
	acts, given := as[[]any](s.facts, pActs)
	if !given {
		if !s.roadNorm() && len(s.brokenByRefusal()) == 0 {
			s.doubt("outcome", "no act can be an infraction, so whether the acts are asked for")
		}
		return answer{is: unknown(pActs)}
	}
	a := answer{is: met, sure: []string{"infractions"}}
	found := []any{}
	for _, act := range acts {
		if act == "recusa_sem_documento" {
			broken := s.brokenByRefusal()
			if len(broken) == 0 {
				s.doubt("outcome", "a refusal without its document on a day or in a mode without that duty")
			}
			s.doubt("result", "of whom the refusal was is not known: which of the two duties is named")
			for _, urn := range broken {
				found = append(found, map[string]any{"urn": urn, "group": nil})
			}
			continue
		}
		if !s.roadNorm() {
			s.doubt("outcome", "an act outside the road, or before the items of Res. 233 were in force")
			continue
		}
		i := infractions[act.(string)]
		urn := res233 + "!art1_cpt_" + i.item
		found = append(found, map[string]any{"urn": urn, "group": i.group, "letter": i.letter})
		a.cite = append(a.cite, urn)
	}
	if len(found) > 0 {
		a.is = unmet
	}
	a.result = map[string]any{"infractions": found}
	return a
}

func (s situation) brokenByRefusal() []string {
	var out []string
	if !s.on.Before(from8537) {
		out = append(out, dec8537+"!art14_par1u")
	}
	if s.mode == road && !s.on.Before(fromRefusal) {
		out = append(out, refusalOf)
	}
	return out
}

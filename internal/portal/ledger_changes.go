package portal

import (
	"fmt"
	"net/http"
	"strings"

	"deferido/internal/identity"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// change is text that stayed, went or came.
type change struct {
	Is   string // "same", "del" or "ins"
	Text string
}

// pieceChange is a piece of what is signed that is another now.
type pieceChange struct {
	Name    string
	Wording string // of a wording, its first day
	Is      string // "added", "removed" or "changed"
	Words   []change
	Lines   []change
}

// partChange is a part of what is signed that is another now.
type partChange struct {
	Part   string
	Pieces []pieceChange
}

// signoffChanges answers GET /conferencias/{urn}/mudancas: what changed since the visitor signed or, where they did not, since the
// newest signature.
func (p *Portal) signoffChanges(v *visit) error {
	s, err := p.sheetOf(v, v.Param("urn"), "")
	if err != nil {
		return err
	}
	signed, err := p.signoffs(v.ctx(), v.set)
	if err != nil {
		return err
	}
	of := signed[s.row.URN]
	if of == nil {
		return notFound("ledger.never_signed", link{sheetURL(s.row.URN, ""), s.row.Label})
	}
	seal := of.by(v.ID)
	if seal == nil {
		seal = &of.Seals[0]
	}
	state := signedOff
	if len(seal.Broken) > 0 {
		state = brokenOff
	}
	body := map[string]any{
		"Siblings": v.siblings(""), "Row": s.row, "Sheet": sheetURL(s.row.URN, ""), "Seal": v.sealShown(seal, state), "Former": seal.Former, "Then": seal.Revision, "Now": v.set.Revision(),
		"Parts": []partChange(nil), "Lawyer": v.Role == identity.Lawyer,
	}
	if !seal.Former {
		if body["Parts"], err = p.changedSince(v, s, seal); err != nil {
			return err
		}
	}
	crumbs := []link{{"/normas", v.t("ledger.siblings.norms")}, {"/conferencias", v.t("ledger.signoffs.title")}, {sheetURL(s.row.URN, ""), s.row.Label}, {"", v.t("ledger.changes.title")}}
	return v.render(http.StatusOK, page{Title: v.t("ledger.changes.title") + ": " + s.row.Label, Template: "ledger/changes", Section: "normas", Crumbs: crumbs, Body: body})
}

// changedSince compares what was signed with what stands now.
func (p *Portal) changedSince(v *visit, s *sheet, seal *lifecycle.Seal) ([]partChange, error) {
	now, err := lifecycle.MatterOf(v.set, s.book.tree, s.row.URN)
	if err != nil {
		return nil, err
	}
	set, err := p.Sets.Set(v.ctx(), seal.Revision)
	if err != nil {
		return nil, fmt.Errorf("compiling what was signed: %w", err)
	}
	tree, err := p.Sets.Tree(v.ctx(), seal.Revision)
	if err != nil {
		return nil, fmt.Errorf("reading what was signed: %w", err)
	}
	then, err := lifecycle.MatterOf(set, tree, s.row.URN)
	if err != nil {
		return nil, err
	}
	var all []partChange
	for _, part := range []struct {
		name      string
		then, now []lifecycle.Piece
	}{
		{lifecycle.PartText, then.Text, now.Text}, {lifecycle.PartRule, then.Rule, now.Rule},
		{lifecycle.PartCases, then.Cases, now.Cases}, {lifecycle.PartParameters, then.Parameters, now.Parameters},
	} {
		pieces := comparePieces(part.then, part.now, part.name == lifecycle.PartText)
		for i := range pieces {
			if part.name == lifecycle.PartText { // wordings are named by their first day
				pieces[i].Wording = v.words().date(pieces[i].Name)
			}
		}
		if len(pieces) > 0 {
			all = append(all, partChange{part.name, pieces})
		}
	}
	return all, nil
}

// comparePieces pairs pieces by name; those of one name are one. Words tells that they are compared by word and not by line.
func comparePieces(then, now []lifecycle.Piece, words bool) []pieceChange {
	names, was := joinedPieces(then, nil)
	names, is := joinedPieces(now, names)
	var all []pieceChange
	for _, name := range names {
		before, wasThere := was[name]
		after, isThere := is[name]
		if before == after && wasThere == isThere {
			continue
		}
		c := pieceChange{Name: name, Is: "changed"}
		switch {
		case !wasThere:
			c.Is = "added"
		case !isThere:
			c.Is = "removed"
		}
		if words {
			c.Words = wordChanges(before, after)
		} else {
			c.Lines = lineChanges(before, after)
		}
		all = append(all, c)
	}
	return all
}

func joinedPieces(all []lifecycle.Piece, names []string) ([]string, map[string]string) {
	texts := map[string]string{}
	for _, piece := range all {
		if before, twice := texts[piece.Name]; twice {
			texts[piece.Name] = before + "\n\n" + piece.Text
		} else {
			texts[piece.Name] = piece.Text
		}
		names = appendOnce(names, piece.Name)
	}
	return names, texts
}

// lineChanges compares two texts by line, with the lines around what differs.
func lineChanges(before, after string) []change {
	var all []change
	for i, h := range revision.Hunks(ended(before), ended(after)) {
		if i > 0 {
			all = append(all, change{"same", "⋯"})
		}
		for _, line := range h.Lines {
			all = append(all, change{changeOf[line[0]], line[1:]})
		}
	}
	return all
}

var changeOf = map[byte]string{' ': "same", '-': "del", '+': "ins"}

// ended is a text whose last line ends, so that what has none is not told apart.
func ended(text string) []byte {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text)
}

// wordChanges compares two texts by word, and has all words of both.
func wordChanges(before, after string) []change {
	words := strings.Fields(before)
	var all []change
	add := func(is, word string) {
		if last := len(all) - 1; last >= 0 && all[last].Is == is {
			all[last].Text += " " + word
			return
		}
		all = append(all, change{is, word})
	}
	at := 0
	for _, h := range revision.Hunks(ended(strings.Join(words, "\n")), ended(strings.Join(strings.Fields(after), "\n"))) {
		for ; at < h.OldStart-1; at++ {
			add("same", words[at])
		}
		for _, line := range h.Lines {
			is := changeOf[line[0]]
			add(is, line[1:])
			if is != "ins" {
				at++
			}
		}
	}
	for ; at < len(words); at++ {
		add("same", words[at])
	}
	return all
}

package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Fragment names a part of an act as LexML Brasil does: art39_par2_inc1 is article 39, § 2º, item I. The zero Fragment
// names the act itself. A Fragment that was parsed is well formed and is never changed.
type Fragment []Part

// Part is one step of a fragment, such as par2 or art2-1.
type Part struct {
	Kind   Kind
	Number int   // from 1; 0 for the caput
	Sole   bool  // the only one of its kind: par1u is the parágrafo único
	Added  []int // later insertions: art2-1 is art. 2º-A
}

// Kind is a sort of part; its order is that of the text: an item under the caput comes before the first paragraph.
type Kind int

// The kinds of parts, in the order in which they stand inside the same whole.
const (
	Article   Kind = iota + 1 // artigo
	Caput                     // caput
	Inciso                    // inciso
	Alinea                    // alínea
	Item                      // item
	Paragraph                 // parágrafo
)

var kindNames = []struct {
	kind Kind
	name string
}{{Article, "art"}, {Caput, "cpt"}, {Inciso, "inc"}, {Alinea, "ali"}, {Item, "ite"}, {Paragraph, "par"}}

// within tells which kinds may stand directly inside which; the zero Kind is the act.
var within = map[Kind][]Kind{
	0:         {Article},
	Article:   {Caput, Paragraph},
	Caput:     {Inciso, Alinea},
	Paragraph: {Inciso, Alinea},
	Inciso:    {Alinea},
	Alinea:    {Item},
}

// maxOrdinal bounds the numbers of parts; no act comes near it.
const maxOrdinal = 9999

// ParseFragment reads a fragment without its "!". The error is a *SyntaxError whose offset counts from the start of text.
func ParseFragment(text string) (Fragment, error) {
	if text == "" {
		return nil, &SyntaxError{0, "the fragment is empty"}
	}
	var fragment Fragment
	offset, inside := 0, Kind(0)
	for step := range strings.SplitSeq(text, "_") {
		part, err := parsePart(step)
		if err != nil {
			err.Offset += offset
			return nil, err
		}
		if !slices.Contains(within[inside], part.Kind) {
			return nil, &SyntaxError{offset, fmt.Sprintf("%s cannot stand inside %s", part.Kind, inside)}
		}
		fragment = append(fragment, part)
		inside = part.Kind
		offset += len(step) + len("_")
	}
	return fragment, nil
}

func parsePart(step string) (Part, *SyntaxError) {
	var part Part
	for _, k := range kindNames {
		if strings.HasPrefix(step, k.name) {
			part.Kind = k.kind
		}
	}
	if part.Kind == 0 {
		return part, &SyntaxError{0, "want art, cpt, par, inc, ali or ite"}
	}
	at := len(part.Kind.String())
	if part.Kind == Caput {
		if at != len(step) {
			return part, &SyntaxError{at, "the caput has no number"}
		}
		return part, nil
	}
	number, added, _ := strings.Cut(step[at:], "-")
	if digits, sole := strings.CutSuffix(number, "u"); sole {
		if digits != "1" || (part.Kind != Paragraph && part.Kind != Article) {
			return part, &SyntaxError{at, "only par1u and art1u are the sole one of their kind"}
		}
		number, part.Sole = digits, true
	}
	var err *SyntaxError
	if part.Number, err = ordinal(number, at); err != nil {
		return part, err
	}
	if dash := strings.IndexByte(step, '-'); dash >= 0 {
		if part.Sole {
			return part, &SyntaxError{dash, "the sole one of its kind has no later insertion"}
		}
		part.Added, err = insertions(added, dash+1)
	}
	return part, err
}

func insertions(text string, at int) ([]int, *SyntaxError) {
	var added []int
	for digits := range strings.SplitSeq(text, "-") {
		n, err := ordinal(digits, at)
		if err != nil {
			return nil, err
		}
		added = append(added, n)
		at += len(digits) + len("-")
	}
	return added, nil
}

// ordinal reads a number from 1 to maxOrdinal without sign or leading zero.
func ordinal(digits string, at int) (int, *SyntaxError) {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxOrdinal || strconv.Itoa(n) != digits {
		return 0, &SyntaxError{at, fmt.Sprintf("want a number from 1 to %d without leading zeros", maxOrdinal)}
	}
	return n, nil
}

// String is the kind as LexML writes it: art, cpt, par, inc, ali, ite; "the act" for none.
func (k Kind) String() string {
	for _, named := range kindNames {
		if named.kind == k {
			return named.name
		}
	}
	return "the act"
}

// String is the fragment as LexML writes it, without "!": what ParseFragment reads.
func (f Fragment) String() string {
	var out strings.Builder
	for i, p := range f {
		if i > 0 {
			out.WriteByte('_')
		}
		out.WriteString(p.Kind.String())
		if p.Number > 0 {
			out.WriteString(strconv.Itoa(p.Number))
		}
		if p.Sole {
			out.WriteByte('u')
		}
		for _, n := range p.Added {
			out.WriteString("-" + strconv.Itoa(n))
		}
	}
	return out.String()
}

// ArticleName is the name of the article's files and of its policy, without an extension: art_39, and art_2_1 for
// art. 2º-A. It is empty for the act itself.
func (f Fragment) ArticleName() string {
	if len(f) == 0 {
		return ""
	}
	name := "art_" + strconv.Itoa(f[0].Number)
	for _, n := range f[0].Added {
		name += "_" + strconv.Itoa(n)
	}
	return name
}

// Compare orders fragments by their place in the text: articles by number, each with its insertions after it; the whole
// before its parts; the caput and its items before the paragraphs.
func (f Fragment) Compare(other Fragment) int {
	return slices.CompareFunc(f, other, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Number, b.Number), slices.Compare(a.Added, b.Added))
	})
}

package corpus

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Resolution is the answer to a person who looks something up.
type Resolution struct {
	Found       *Match       // nil when the query names nothing in the corpus
	Suggestions []Suggestion // when nothing was found: what may have been meant, the likeliest first; may be empty
}

// Suggestion is something that a query may have meant. It is for the person to choose, never to be cited unasked.
type Suggestion struct {
	Match
	Distance int  // edits between the number asked for and the act's: 0 or 1
	SameType bool // the query names no type of act, or this one's
}

// Resolve looks up what a person typed: a URN, a label as the corpus writes it ("Decreto nº 9.921/2019, art. 39, § 2º, I"),
// a short title, or an act by type and number ("decreto 9921", "9.921/2019"). A number that is not exactly that of an act
// of the corpus is never taken for it: prints misspell 5.934 as 5.943, 10.741 as 10.471, 1.692 as 1.592, and the wrong act
// must not be cited. Such a query finds nothing and gets the acts whose number is one edit away as suggestions.
func (c *Corpus) Resolve(query string) Resolution {
	query = strings.TrimSpace(query)
	if m, found := c.byURN[query]; found {
		return Resolution{Found: &m}
	}
	folded := fold(query)
	if m, found := c.byLabel[folded]; found {
		return Resolution{Found: &m}
	}
	if strings.HasPrefix(folded, "urn:") {
		return Resolution{Suggestions: c.suggest(wantedByURN(query))}
	}
	wanted := wantedByWords(folded)
	suggestions := c.suggest(wanted)
	if wanted.exact && len(suggestions) == 1 && suggestions[0].Distance == 0 && suggestions[0].SameType {
		n := suggestions[0].Norm
		if wanted.year == 0 || wanted.year == n.URN.Date.Year() {
			return Resolution{Found: &Match{Norm: n}}
		}
	}
	return Resolution{Suggestions: suggestions}
}

// wanted is what could be read of a query.
type wanted struct {
	numbers  []string // digits of what may be the act's number
	kind     string   // type of act; empty when not said
	year     int      // 0 when not said
	fragment string   // empty when not said
	exact    bool     // one number and no word that was not understood
}

// wantedByURN reads a URN that names nothing here, well formed or not.
func wantedByURN(query string) wanted {
	if u, err := ParseURN(query); err == nil {
		return wanted{numbers: []string{strconv.Itoa(u.Number)}, kind: u.Type, fragment: u.Fragment.String()}
	}
	act, fragment, _ := strings.Cut(query, "!")
	number := strings.ReplaceAll(act[strings.LastIndexAny(act, ":;")+1:], ".", "")
	w := wanted{numbers: []string{number}, fragment: fragment}
	for _, kind := range ranks {
		if strings.Contains(act, ":"+kind+":") {
			w.kind = kind
		}
	}
	return w
}

var (
	fullDate   = regexp.MustCompile(`\b\d{1,2}/\d{1,2}/(\d{4})\b|\b(\d{4})-\d{2}-\d{2}\b`)
	yearOfAct  = regexp.MustCompile(`(?:/|\bde )(\d{4})\b`)
	actNumber  = regexp.MustCompile(`\d[\d.]*\d`)
	wordOfText = regexp.MustCompile(`[\p{L}\d§]+`)
)

// smallWords may stand beside the type and the number of an act without adding to what is asked for.
var smallWords = []string{"n", "no", "numero", "de", "da", "do", "a", "o", "antt", "federal"}

// shortestNumber keeps the numbers of articles and paragraphs from being taken for those of acts.
const shortestNumber = len("233")

func wantedByWords(folded string) wanted {
	var w wanted
	rest := fullDate.ReplaceAllString(folded, " de $1$2 ")
	if y := yearOfAct.FindStringSubmatch(rest); y != nil {
		w.year, _ = strconv.Atoi(y[1])
		rest = yearOfAct.ReplaceAllString(rest, " ")
	}
	rest = actNumber.ReplaceAllStringFunc(rest, func(text string) string {
		digits := strings.ReplaceAll(text, ".", "")
		if len(digits) < shortestNumber {
			return text
		}
		w.numbers = append(w.numbers, digits)
		return " "
	})
	w.exact = len(w.numbers) == 1
	for _, word := range wordOfText.FindAllString(rest, -1) {
		switch {
		case slices.Contains(ranks, word) && w.kind == "":
			w.kind = word
		case !slices.Contains(smallWords, word):
			w.exact = false
		}
	}
	return w
}

// suggest finds the acts whose number is the wanted one or one edit away from it: those of the wanted type first, then the
// nearest, then by rank.
func (c *Corpus) suggest(w wanted) []Suggestion {
	var all []Suggestion
	for _, n := range c.norms {
		distance := len(strconv.Itoa(maxNumber))
		for _, number := range w.numbers {
			distance = min(distance, editDistance(number, strconv.Itoa(n.URN.Number)))
		}
		if distance > 1 {
			continue
		}
		m := Match{Norm: n}
		if p, found := c.Provision(n.Folder, w.fragment); found {
			m.Provision = p
		}
		all = append(all, Suggestion{m, distance, w.kind == "" || w.kind == n.URN.Type})
	}
	slices.SortStableFunc(all, func(a, b Suggestion) int {
		if a.SameType != b.SameType {
			if a.SameType {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Distance, b.Distance)
	})
	return all
}

// editDistance counts the digits to insert, leave out, change or exchange with their neighbour to make one number of the
// other (Damerau and Levenshtein's, no digit edited twice). Numbers whose lengths differ by more than one are far apart.
func editDistance(a, b string) int {
	if len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return max(len(a), len(b))
	}
	before, above := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}

// fold reduces a text to what matters for comparison: lower case, no accents, ordinals as letters, single spaces.
func fold(text string) string {
	text = strings.ReplaceAll(text, "°", "º")
	strip := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	plain, _, err := transform.String(strip, text)
	if err != nil {
		plain = text
	}
	return strings.Join(strings.Fields(strings.ToLower(plain)), " ")
}

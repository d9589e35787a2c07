package revision

import (
	"fmt"
	"regexp"
	"strings"

	"deferido/internal/corpus"
)

// entry is a line of an article's text, or the article itself where its text is not held, on its way into norm.yaml.
type entry struct {
	fragment string // empty for a passage that is no provision
	line     int    // of the text file
	text     string
	notHeld  bool
}

// The labels with which Brazilian drafting begins a provision (Lei Complementar 95/1998, art. 10).
var (
	articleLabel   = regexp.MustCompile(`^Art\. ?([0-9.]+)[ºo°]?(-[A-Z])?`)
	soleLabel      = regexp.MustCompile(`^Parágrafo único`)
	paragraphLabel = regexp.MustCompile(`^§ ?([0-9]+)[ºo°]?(-[A-Z])?`)
	incisoLabel    = regexp.MustCompile(`^([IVXLCDM]+)(-[A-Z])? ?[-–—]`)
	alineaLabel    = regexp.MustCompile(`^([a-z])\)`)
)

// classify names the provision of each line of an article's text by the label that the line begins with. A line without
// one is a passage beside the law, for a person to look at.
func classify(text string, article corpus.Fragment) ([]entry, error) {
	c := &classifier{article: article.String()}
	var entries []entry
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		fragment := c.fragment(strings.TrimSpace(strings.ReplaceAll(line, "\u00a0", " ")))
		if fragment != "" {
			parsed, err := corpus.ParseFragment(fragment)
			if err != nil {
				return nil, fmt.Errorf("line %d of the text stands out of place: %w", i+1, err)
			}
			if parsed.ArticleName() != article.ArticleName() {
				return nil, fmt.Errorf("line %d of the text is of another article (%s); one file holds one article", i+1, parsed[:1].Label())
			}
		}
		entries = append(entries, entry{fragment: fragment, line: i + 1, text: line})
	}
	if c.whole == "" {
		return nil, fmt.Errorf(`no line of the text begins with "%s"`, strings.Replace(article.Label(), "art.", "Art.", 1))
	}
	return entries, nil
}

// classifier remembers inside what the next line may stand.
type classifier struct {
	article string
	whole   string // art40_cpt or art40_par1: what incisos stand in
	inciso  string // empty before the first one
}

func (c *classifier) fragment(line string) string {
	if m := articleLabel.FindStringSubmatch(line); m != nil {
		c.whole, c.inciso = "art"+strings.ReplaceAll(m[1], ".", "")+insertion(m[2])+"_cpt", ""
		return c.whole
	}
	if c.whole == "" {
		return ""
	}
	if soleLabel.MatchString(line) {
		c.whole, c.inciso = c.article+"_par1u", ""
		return c.whole
	}
	if m := paragraphLabel.FindStringSubmatch(line); m != nil {
		c.whole, c.inciso = c.article+"_par"+m[1]+insertion(m[2]), ""
		return c.whole
	}
	if m := incisoLabel.FindStringSubmatch(line); m != nil {
		c.inciso = fmt.Sprintf("%s_inc%d%s", c.whole, roman(m[1]), insertion(m[2]))
		return c.inciso
	}
	if m := alineaLabel.FindStringSubmatch(line); m != nil {
		inside := c.inciso
		if inside == "" {
			inside = c.whole
		}
		return fmt.Sprintf("%s_ali%d", inside, m[1][0]-'a'+1)
	}
	return ""
}

// insertion is "-1" of "-A".
func insertion(letter string) string {
	if letter == "" {
		return ""
	}
	return fmt.Sprintf("-%d", letter[1]-'A'+1)
}

func roman(digits string) int {
	values := map[byte]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
	sum := 0
	for i := range len(digits) {
		v := values[digits[i]]
		if i+1 < len(digits) && values[digits[i+1]] > v {
			v = -v
		}
		sum += v
	}
	return sum
}

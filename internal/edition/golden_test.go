package edition_test

import (
	"fmt"
	"strings"
	"testing"

	"deferido/internal/civil"
	"deferido/internal/edition"
)

func TestArticle39OnItsFirstDayAndLater(t *testing.T) {
	golden(t, "art_39.2019-11-16.txt", told(article(t, "decreto_9921_2019", "art_39", "2019-11-16")))
	golden(t, "art_39.2026-12-12.txt", told(article(t, "decreto_9921_2019", "art_39", "2026-12-12")))
}

func TestAnArticleThatWasRewordedAndIsPartlyHeld(t *testing.T) {
	golden(t, "art_6.2018-06-01.txt", told(article(t, "resolucao_antt_1692_2006", "art_6", "2018-06-01")))
	golden(t, "art_3.2018-06-01.txt", told(article(t, "decreto_5934_2006", "art_3", "2018-06-01")))
}

// Every condition of the law and what it says: who changes how rules are worded reads this.
func TestWords(t *testing.T) {
	var b strings.Builder
	worded, all := 0, 0
	for _, n := range set.Corpus().Norms() {
		for _, name := range law.Names(n.Folder) {
			a := article(t, n.Folder, name, "2026-12-12")
			fmt.Fprintf(&b, "%s\n", a.Label)
			write := func(c *edition.Condition) {
				all++
				fmt.Fprintf(&b, "  %s\n", c.Title.PT)
				switch {
				case !c.Worded:
					fmt.Fprintf(&b, "    ! no words: %s\n", strings.ReplaceAll(c.Sources[0].Text, "\n", "\n      "))
					return
				case !c.Applies:
					fmt.Fprintln(&b, "    - not on this day")
				case c.Test.Empty():
					fmt.Fprintln(&b, "    - always")
				default:
					fmt.Fprintf(&b, "    %s\n    %s\n", c.Test.Text("pt-BR"), c.Test.Text("en"))
				}
				worded++
			}
			for _, r := range a.Rows {
				for _, c := range r.Conditions() {
					write(c)
				}
			}
			for _, c := range a.Bare {
				write(c)
			}
		}
	}
	golden(t, "words.txt", b.String())
	if worded*100 < all*95 {
		t.Errorf("%d of %d conditions have words", worded, all)
	}
}

// told is an article as text.
func told(a *edition.Article) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s on %s: %s, from %s until %v, %+v", a.Label, a.Day, a.Standing, a.From, dayOr(a.Until), a.Counts)
	line("subject: %s\nURN: %s\nfiles: %v", a.Subject, a.URN, a.Files)
	for _, q := range a.Questions {
		line("question: %s", q.Name)
	}
	for _, s := range a.Line {
		line("line: %s to %s%s", s.From, dayOr(s.Until), stretch(s))
	}
	for _, r := range a.Beside {
		line("beside: %s, %s", r.Norm.Title, r.Short)
	}
	for _, r := range a.Rows {
		line("\n%s [%s] %s (%s) %s", r.Short, r.Anchor, r.Standing, r.Provision.Status, r.Provision.Note)
		if r.Text != nil {
			line("  %s", text(r.Text))
		}
		if r.Version != nil {
			line("  since %s, held %v, older %v, act %q", r.Version.From, r.Version.Held, r.Version.OlderWording, r.Version.Act)
		}
		for _, g := range r.Groups {
			line("  %d %q", g.Number, g.Quote)
			for _, c := range g.Conditions {
				b.WriteString(condition(c))
			}
		}
		for _, c := range r.Unplaced {
			line("  without a place: %q", c.Quote)
			b.WriteString(condition(c))
		}
		for _, c := range r.Cases {
			line("  case %s: %s, passed %v", c.ID, c.Title, c.Passed())
		}
	}
	for _, c := range a.Bare {
		line("\nwithout a provision:")
		b.WriteString(condition(c))
	}
	return b.String()
}

func dayOr(d *civil.Date) string {
	if d != nil {
		return d.String()
	}
	return "now"
}

func stretch(s edition.Stretch) string {
	said := ""
	if s.Gap {
		said += " gap"
	}
	if s.Own {
		said += " own"
	}
	for _, r := range s.Refs {
		said += ", " + r.Norm.Title + " " + r.Short
	}
	for _, act := range s.Acts {
		said += ", by " + act
	}
	return said
}

// text is a text with its quotes in brackets: [1 …1].
func text(t *edition.Text) string {
	var b strings.Builder
	b.WriteString("‹" + t.Printed + "›")
	open := map[int]bool{}
	for _, s := range t.Segments {
		for _, n := range s.Marks {
			if !open[n] {
				fmt.Fprintf(&b, "[%d ", n)
			}
			open[n] = true
		}
		b.WriteString(s.Text)
		for _, n := range s.Ends {
			fmt.Fprintf(&b, " %d]", n)
		}
	}
	return b.String()
}

func condition(c *edition.Condition) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "      "+format+"\n", args...) }
	fmt.Fprintf(&b, "    %s (%s %s %s%s)\n", c.Title.PT, c.Kind, c.Role, c.Goes, c.On)
	for _, r := range c.Rules {
		line("rule %s %s %s", r.Question, r.Article, r.Name)
	}
	line("says %s | %s", c.Test.Text("pt-BR"), c.Test.Text("en"))
	line("worded %v, applies %v, curable %v", c.Worded, c.Applies, c.Curable)
	line("reason %s | %s", c.Reason.Text("pt-BR"), c.Reason.Text("en"))
	for _, i := range c.Readings {
		line("reading %s", i.ID)
	}
	for _, d := range c.Disputes {
		line("dispute %s", d.Title)
	}
	for _, p := range c.Parameters {
		line("parameter %s: %v, last %v, %s", p.Name, p.Value, p.Last, p.Stale.PT)
	}
	for _, s := range c.Sources {
		line("%s:%d %s", s.File, s.Line, strings.ReplaceAll(s.Text, "\n", "\n        "))
	}
	for _, s := range c.Rests {
		line("rests on %s:%d", s.File, s.Line)
	}
	return b.String()
}

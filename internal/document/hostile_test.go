package document_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/document"
)

const script = `"><script>alert('1')</script><img src=x onerror=alert(1)>`

// filledWith are sheets of every kind whose every text is made by a function.
func filledWith(t testing.TB, text func() string) (document.Sheet, document.TicketSheet) {
	t.Helper()
	s := sheetOf(t, "contested", "pt-BR")
	s.Decision.Explanation = recorded(t, "refusal", "pt-BR").Explanation
	s.Decision = rewritten(t, s.Decision, text)
	s.Decision.Outcome, s.Decision.Question = "deny", "grant"
	s.Decision.Reference, s.Decision.Result = text(), map[string]any{"x" + text(): text()}
	s.Decision.Missing = []decision.Missing{{Fact: text(), URN: text(), Ask: text()}}
	s.Question, s.Place, s.Trip = text(), text(), text()
	s.Carrier = &decision.Carrier{ID: text(), Name: text(), CNPJ: text(), Address: text(), Complaints: text()}
	s.Label = func(string) string { return text() }
	allowed := *s.Decision
	allowed.Outcome, allowed.Result = "allow", map[string]any{"benefit": text()}
	ticket := document.TicketSheet{Decision: &allowed, CheckURL: s.CheckURL, Carrier: s.Carrier}
	fields := ticketOf(t, "free-seat", "pt-BR").Fields
	ticket.Fields = *rewritten(t, &fields, text)
	return s, ticket
}

// rewritten is a copy of a value in which every text that is no date is another.
func rewritten[T any](t testing.TB, value *T, text func() string) *T {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	date := regexp.MustCompile(`^"\d{4}-\d\d-\d\d`)
	quoted := regexp.MustCompile(`: ?"(?:[^"\\]|\\.)*"`)
	data = quoted.ReplaceAllFunc(data, func(old []byte) []byte {
		if date.Match(old[1:]) {
			return old
		}
		out, err := json.Marshal(text())
		if err != nil {
			t.Fatal(err)
		}
		return append([]byte(":"), out...)
	})
	var out T
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestAScriptInAnyTextIsText(t *testing.T) {
	s, ticket := filledWith(t, func() string { return script })
	s.CheckURL = "javascript:alert(1)//" + script
	ticket.CheckURL = s.CheckURL
	for name, page := range all(t, s, ticket, document.HTML) {
		body := styles.ReplaceAllString(string(page), "")
		if found := regexp.MustCompile(`(?i)<script|<img src=x|href="javascript`).FindString(body); found != "" {
			t.Errorf("%s: %s gets through", name, found)
		}
		if n := strings.Count(words(t, page, document.HTML), squeezed(script)); n < 5 {
			t.Errorf("%s: the text stands there %d times only", name, n)
		}
	}
}

func TestCharactersThatActAreTakenOut(t *testing.T) {
	s, ticket := filledWith(t, func() string { return "a\u202eb\x1bc\u200bd\x00e" })
	for form, format := range formats {
		for name, page := range all(t, s, ticket, format) {
			if text := words(t, page, format); !strings.Contains(text, "abcd") || strings.ContainsAny(text, "\u202e\x00\x1b\u200b") {
				t.Errorf("%s as %s", name, form)
			}
		}
	}
}

func TestAnyTextMakesADocument(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		texts := rapid.StringN(0, 60, 400).Draw(r, "text")
		long := strings.Repeat(rapid.String().Draw(r, "word"), rapid.IntRange(0, 300).Draw(r, "times"))
		turn := 0
		s, ticket := filledWith(t, func() string {
			turn++
			return []string{texts, long, "á"}[turn%3]
		})
		for form, format := range formats {
			for name, page := range all(t, s, ticket, format) {
				if len(page) == 0 {
					r.Errorf("%s as %s is empty", name, form)
				}
			}
		}
	})
}

// all are the three documents.
func all(t testing.TB, s document.Sheet, ticket document.TicketSheet, format document.Format) map[string][]byte {
	t.Helper()
	pages := map[string][]byte{}
	var err error
	if pages["refusal"], err = document.Refusal(s, format); err != nil {
		t.Fatal(err)
	}
	if pages["sheet"], err = document.DecisionSheet(s, format); err != nil {
		t.Fatal(err)
	}
	if pages["ticket"], err = document.Ticket(ticket, format); err != nil {
		t.Fatal(err)
	}
	return pages
}

// page1252 are the characters that the fonts of a PDF hold, white space apart.
const page1252 = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~" +
	"€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ" +
	"¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"

func TestWhatThePageHoldsIsReadFromThePDF(t *testing.T) {
	s := sheetOf(t, "refusal", "pt-BR")
	rapid.Check(t, func(r *rapid.T) {
		s.Place = rapid.StringOfN(rapid.SampledFrom([]rune(page1252+"    ")), 1, 60, -1).Draw(r, "place")
		page, err := document.Refusal(s, document.PDF)
		if err != nil {
			r.Fatal(err)
		}
		if text := words(t, page, document.PDF); !strings.Contains(text, squeezed(s.Place)) {
			r.Fatalf("want %q in\n%s", s.Place, text)
		}
	})
}

func TestNothingIsWrittenBeyondTheMargins(t *testing.T) {
	right := regexp.MustCompile(`xMax="([0-9.]+)"`)
	for _, text := range []string{strings.Repeat("W", 900), strings.Repeat("Wm ", 300), "https://x.example/" + strings.Repeat("á", 400)} {
		s, ticket := filledWith(t, func() string { return text })
		s.Decision.ID, ticket.Decision.ID = "id", "id"
		for name, page := range all(t, s, ticket, document.PDF) {
			for _, found := range right.FindAllSubmatch(poppler(t, page, "pdftotext", "-bbox", "-", "-"), -1) {
				if x, err := strconv.ParseFloat(string(found[1]), 64); err != nil || x > (210-17.5)/25.4*72 {
					t.Fatalf("%s: text as far as %s points: %v", name, found[1], err)
				}
			}
		}
	}
}

func TestTheUsualPaperIsOnePage(t *testing.T) {
	for _, language := range languages {
		for name, write := range papers(t, language) {
			if strings.HasPrefix(name, "sheet") {
				continue
			}
			page, err := write(document.PDF)
			if err != nil {
				t.Fatal(err)
			}
			if info := string(poppler(t, page, "pdfinfo", "-")); !regexp.MustCompile(`Pages:\s+1\n`).MatchString(info) || !strings.Contains(info, "A4") {
				t.Errorf("%s.%s: %s", name, language, info)
			}
		}
	}
}

func TestALongPaperCountsItsPages(t *testing.T) {
	s := sheetOf(t, "refusal", "pt-BR")
	s.Decision.LegalBasis[0].Reason = strings.Repeat("motivo longo ", 400)
	page, err := document.Refusal(s, document.PDF)
	if err != nil {
		t.Fatal(err)
	}
	text := string(poppler(t, page, "pdftotext", "-layout", "-", "-"))
	n := strings.Count(text, "\f")
	for i := 1; i <= n; i++ {
		if foot := regexp.MustCompile(s.Decision.ID + ` +` + strconv.Itoa(i) + "/" + strconv.Itoa(n)); n < 2 || !foot.MatchString(text) {
			t.Errorf("page %d of %d does not say so", i, n)
		}
	}
}

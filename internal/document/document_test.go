package document_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/decision"
	"deferido/internal/document"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestGolden(t *testing.T) {
	for _, language := range languages {
		for name, write := range papers(t, language) {
			file := filepath.Join("testdata", "golden", name+"."+language+".html")
			t.Run(filepath.Base(file), func(t *testing.T) {
				got, err := write(document.HTML)
				if err != nil {
					t.Fatal(err)
				}
				if *update {
					if err := os.WriteFile(file, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			})
		}
	}
}

func TestTheSameInputYieldsTheSameBytes(t *testing.T) {
	for name, write := range papers(t, "pt-BR") {
		for form, format := range formats {
			first, err := write(format)
			if err != nil {
				t.Fatal(err)
			}
			if second, err := write(format); err != nil || !bytes.Equal(first, second) {
				t.Errorf("%s as %s differs from one time to the next: %v", name, form, err)
			}
		}
	}
}

func TestAPageNeedsNothingFromElsewhere(t *testing.T) {
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`)
	foreign := regexp.MustCompile(`(?i)(src|href|action)="([^"]*)"`)
	for _, language := range languages {
		for name, write := range papers(t, language) {
			page, err := write(document.HTML)
			if err != nil {
				t.Fatal(err)
			}
			found := style.FindSubmatch(page)
			if found == nil || string(found[1]) != document.Style {
				t.Fatalf("%s: the style element does not hold the style that is hashed", name)
			}
			rest := style.ReplaceAllString(string(page), "")
			if i := regexp.MustCompile(`(?i)style=|<script|<link|\son[a-z]+=`).FindStringIndex(rest); i != nil {
				t.Errorf("%s: %s", name, rest[i[0]:])
			}
			for _, at := range foreign.FindAllStringSubmatch(rest, -1) {
				if !strings.HasPrefix(at[2], "data:image/png;base64,") && !strings.HasPrefix(at[2], "https://deferido.example/conferir/") {
					t.Errorf("%s asks for %s", name, at[2])
				}
			}
			if !strings.Contains(rest, `<html lang="`+language+`">`) || !strings.Contains(rest, "<h1>") {
				t.Errorf("%s: no language or no title", name)
			}
		}
	}
	if strings.Contains(document.Style, "url(") || strings.Contains(document.Style, "@import") || !strings.HasPrefix(document.StyleSource(), "'sha256-") {
		t.Error("the style asks for something, or has no hash")
	}
}

func TestOnlyWhatThereIsIsWritten(t *testing.T) {
	allowed, refused := sheetOf(t, "youth", "pt-BR"), sheetOf(t, "refusal", "pt-BR")
	if _, err := document.Refusal(allowed, document.PDF); !errors.Is(err, document.ErrNoRefusal) {
		t.Errorf("a refusal of what was allowed: %v", err)
	}
	if _, err := document.Refusal(sheetOf(t, "incomplete", "pt-BR"), document.PDF); !errors.Is(err, document.ErrNoRefusal) {
		t.Errorf("a refusal of what is open: %v", err)
	}
	if _, err := document.DecisionSheet(document.Sheet{}, document.HTML); !errors.Is(err, document.ErrNoDecision) {
		t.Errorf("a sheet of nothing: %v", err)
	}
	if _, err := document.Ticket(document.TicketSheet{Decision: refused.Decision}, document.HTML); !errors.Is(err, document.ErrNoTicket) {
		t.Errorf("a ticket for what was refused: %v", err)
	}
	allowed.Decision.Question = "sale"
	if _, err := document.Ticket(document.TicketSheet{Decision: allowed.Decision}, document.HTML); !errors.Is(err, document.ErrNoTicket) {
		t.Errorf("a ticket for a sale: %v", err)
	}
	if _, err := document.DecisionSheet(refused, 0); !errors.Is(err, document.ErrFormat) {
		t.Errorf("no format: %v", err)
	}
	for i := range refused.Decision.LegalBasis {
		refused.Decision.LegalBasis[i].Met = nil
	}
	if _, err := document.Refusal(refused, document.HTML); !errors.Is(err, document.ErrNoReason) {
		t.Errorf("a refusal without a reason: %v", err)
	}
}

func TestAnAddressThatFitsNoCodeIsAnError(t *testing.T) {
	s := sheetOf(t, "refusal", "pt-BR")
	s.CheckURL = "https://deferido.example/" + strings.Repeat("x", 5000)
	for form, format := range formats {
		if _, err := document.Refusal(s, format); err == nil || strings.Contains(err.Error(), "xxx") {
			t.Errorf("%s: %v", form, err)
		}
	}
}

func TestARefusalTellsOfTheResultOnlyTheBenefits(t *testing.T) {
	for form, format := range formats {
		s := sheetOf(t, "refusal", "pt-BR")
		s.Decision.Result = map[string]any{"benefit": nil, "alternatives": []any{"desconto", "bolsa", 7}, "monthly_income_cents": 210042, "birth_on": "1958-03-14"}
		s.Decision.Reference = "Maria da Silva"
		page, err := document.Refusal(s, format)
		if err != nil {
			t.Fatal(err)
		}
		text := words(t, page, format)
		for _, never := range []string{"210042", "1958", "bolsa", "Maria", "Silva", "monthly", "birth"} {
			if strings.Contains(text, never) {
				t.Errorf("%s: the refusal tells %s", form, never)
			}
		}
		if !strings.Contains(text, squeezed("direito a desconto no preço da passagem.")) {
			t.Errorf("%s: the refusal hides what is due", form)
		}
	}
}

func TestARefusalSaysWhatTheDecisionSays(t *testing.T) {
	for _, name := range []string{"refusal", "contested", "incurable"} {
		for _, language := range languages {
			for form, format := range formats {
				s := sheetOf(t, name, language)
				page, err := document.Refusal(s, format)
				if err != nil {
					t.Fatal(err)
				}
				d, want := s.Decision, []string{s.Decision.ID, s.CheckURL, s.Place, s.Trip, s.Question, carrier.Name, carrier.CNPJ, carrier.Address, carrier.Complaints}
				for _, b := range d.LegalBasis {
					if b.Met == nil || *b.Met {
						continue
					}
					want = append(want, b.Label, b.Reason)
					if b.Quote != nil {
						want = append(want, "“"+*b.Quote+"”")
					}
				}
				for _, r := range d.Remedies {
					want = append(want, r.Text)
				}
				for _, duty := range d.Duties {
					want = append(want, duty.Text, label(duty.URN))
				}
				for _, v := range d.Disputes {
					want = append(want, v.Court, v.Case, v.Finality)
				}
				holds(t, name+" "+language+" "+form, words(t, page, format), want)
			}
		}
	}
}

func TestADecisionSheetSaysAll(t *testing.T) {
	for _, name := range []string{"refusal", "contested", "incurable", "incomplete", "free-seat", "youth"} {
		for _, language := range languages {
			for form, format := range formats {
				s := sheetOf(t, name, language)
				page, err := document.DecisionSheet(s, format)
				if err != nil {
					t.Fatal(err)
				}
				text, tree := words(t, page, format), s.Decision.Explanation
				s.Decision.Explanation = nil
				holds(t, name+" "+language+" "+form, text, slices.DeleteFunc(stringsOf(s.Decision), func(text string) bool {
					return toldInWords[text]
				}))
				if tree != nil {
					holds(t, name+" "+language+" "+form, text, told(tree))
				}
			}
		}
	}
}

// told are the texts of a tree that a sheet tells.
func told(tree *decision.Explanation) []string {
	var texts []string
	conditions := func(all []decision.ExplainedCondition) {
		for _, c := range all {
			texts = append(append(texts, c.Title, c.Label, c.Reason), c.Facts...)
		}
	}
	for _, a := range tree.Articles {
		texts = append(texts, a.Label)
		conditions(a.Scope)
		for _, r := range a.Requirements {
			texts = append(texts, r.Answer, r.Name)
			for _, way := range r.Ways {
				conditions(way.Conditions)
			}
		}
	}
	return texts
}

// toldInWords are values that a sheet tells in words of its own, or that are its business and nobody's.
var toldInWords = map[string]bool{
	"grant": true, "allow": true, "deny": true, "incomplete": true, "text": true, "case_law": true, "transportadora": true, "beneficiario": true,
	"at_or_before": true, "equal": true, "condition": true, "scope": true, "grants": true, "faculty": true, "duty": true, "definition": true, "exception": true,
}

func TestATicketCarriesItsItemsTwice(t *testing.T) {
	for form, format := range formats {
		s := ticketOf(t, "free-seat", "pt-BR")
		page, err := document.Ticket(s, format)
		if err != nil {
			t.Fatal(err)
		}
		text := words(t, page, format)
		f := s.Fields
		for _, item := range []string{
			carrier.Name, carrier.Address, carrier.CNPJ, f.Title, f.TicketNumber, f.Origin, f.Destination, f.LinePrefix, f.LineEndpoints,
			"12/12/2026", f.TravelTime, f.SeatNumber, f.BeneficiaryName, f.BeneficiaryDocument, f.ArrivalNotice, s.CheckURL,
		} {
			if strings.Count(text, squeezed(item)) < 2 {
				t.Errorf("%s: %q is not on both copies", form, item)
			}
		}
		if n := strings.Count(strings.ToLower(text), "gratuidade"); n != 2 {
			t.Errorf("%s: the benefit is named %d times", form, n)
		}
		holds(t, form, text, []string{"1ª via – passageiro", "2ª via – transportadora"})
	}
}

func holds(t *testing.T, name, text string, want []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, squeezed(w)) {
			t.Errorf("%s does not say %q", name, w)
		}
	}
}

func TestWhatIsNotKnownIsARuledLine(t *testing.T) {
	s := ticketOf(t, "youth", "pt-BR")
	s.Carrier, s.Fields, s.CheckURL = nil, document.TicketFields{Title: " ", SeatNumber: "07"}, ""
	page, err := document.Ticket(s, document.HTML)
	if err != nil {
		t.Fatal(err)
	}
	// Of seventeen values each copy has its seat and its own name.
	if n := strings.Count(string(page), `class="blank"`); n != 2*(17-2) {
		t.Errorf("%d ruled lines", n)
	}
	if !strings.Contains(string(page), `<strong class="mark">Gratuidade</strong>`) {
		t.Error("the ticket does not say which benefit it is for")
	}
}

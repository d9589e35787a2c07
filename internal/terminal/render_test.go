package terminal_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/decision"
	"deferido/internal/terminal"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestGolden(t *testing.T) {
	for name, sample := range samples {
		for _, lang := range []string{"pt-BR", "en"} {
			for _, width := range []int{80, 100} {
				file := filepath.Join("testdata", fmt.Sprintf("%s.%s.%d.txt", name, lang, width))
				t.Run(filepath.Base(file), func(t *testing.T) {
					got := render(t, sample(lang), terminal.Options{Lang: lang, Width: width, Title: titles[lang]})
					if *update {
						if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
							t.Fatal(err)
						}
					}
					want, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(string(want), got); diff != "" {
						t.Errorf("-want +got\n%s", diff)
					}
					checkLines(t, got, width)
				})
			}
		}
	}
}

func checkLines(t *testing.T, text string, width int) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if n := utf8.RuneCountInString(line); n > width {
			t.Errorf("a line of %d columns: %s", n, line)
		}
		if strings.TrimRight(line, " \t") != line || strings.Contains(line, "\t") {
			t.Errorf("a tab, or blanks at the end: %q", line)
		}
	}
}

func TestNarrowTerminalsBreakWords(t *testing.T) {
	d := allow("pt-BR")
	d.LegalBasis[0].Reason = strings.Repeat("á", 200)
	checkLines(t, render(t, d, terminal.Options{Lang: "pt-BR", Width: 10}), 40)
}

func TestAProvisionThatIsNotCitedIsNamed(t *testing.T) {
	label := func(urn string) string {
		if urn == decreto+"!art41" {
			return "Decreto nº 9.921/2019, art. 41"
		}
		return ""
	}
	got := render(t, allow("pt-BR"), terminal.Options{Lang: "pt-BR", Width: 80, Label: label})
	if !strings.Contains(got, "    Decreto nº 9.921/2019, art. 41\n") || !strings.Contains(got, "!art39_par6\n") {
		t.Error(got)
	}
}

func TestColoursOnlyAddToTheText(t *testing.T) {
	for name, sample := range samples {
		without := render(t, sample("pt-BR"), terminal.Options{Lang: "pt-BR", Width: 80})
		with := render(t, sample("pt-BR"), terminal.Options{Lang: "pt-BR", Width: 80, Color: true})
		if strings.Contains(without, "\x1b") || !strings.HasPrefix(with, "\x1b[1;3") {
			t.Errorf("%s: colours are on when off, or off when on", name)
		}
		for _, s := range []string{"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m"} {
			with = strings.ReplaceAll(with, s, "")
		}
		if diff := cmp.Diff(without, with); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWhatWouldActOnTheTerminalIsTakenOut(t *testing.T) {
	d := allow("en")
	d.Reference = "a\x1b[2J\rb\u009b1m\u202ec\t\xffd\ne"
	got := render(t, d, terminal.Options{Lang: "en", Width: 80})
	if !strings.Contains(got, "Reference: a [2J b 1mc d e\n") {
		t.Errorf("%q", got)
	}
}

func TestValuesInWords(t *testing.T) {
	d := allow("pt-BR")
	d.Result = map[string]any{
		"fare_max_cents": int64(123456789), "total_max_cents": 5, "toll": "isento", "other_fees": "sem_fundamento",
		"from_at": "2026-12-12T19:00:00.5-03:00", "keep_until_on": "2027-12-12", "unheard_of": true,
		"absent": []any{d.LegalBasis[0].URN, map[string]any{"month": "2026-07", "section": nil, "urn": "urn:lex:br:x"}},
	}
	got := render(t, d, terminal.Options{Lang: "pt-BR", Width: 80})
	for _, want := range []string{
		"Tarifa, no máximo: R$\u00a01.234.567,89\n", "Total, no máximo: R$\u00a00,05\n", "Pedágio: isento\n", "Outras taxas: sem fundamento\n",
		"Venda lícita depois de: 12/12/2026 às 19:00:00,5 (UTC-03:00)\n", "Guardar até: 12/12/2027\n", "unheard of: true\n",
		"  • Decreto nº 9.921/2019, art. 39, § 2º, I\n", "  • dispositivo: urn:lex:br:x · mês: 2026-07\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in:\n%s", want, got)
		}
	}
}

func render(t *testing.T, d *decision.Decision, o terminal.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := terminal.Render(&b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

package telemetry_test

import (
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"deferido/internal/decision"
	"deferido/internal/telemetry"
)

// Every alert has its section in the runbook, every section its alert, and what alerts ask for is measured.
func TestRunbookTellsOfEveryAlert(t *testing.T) {
	rules, err := os.ReadFile("alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	if err := yaml.Unmarshal(rules, &file); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	exported := exportedNames(t)
	var alerts []string
	for _, group := range file.Groups {
		for _, rule := range group.Rules {
			alerts = append(alerts, rule.Alert)
			for _, name := range regexp.MustCompile(`deferido_\w+`).FindAllString(rule.Expr, -1) {
				if !slices.Contains(exported, name) {
					t.Errorf("%s asks for %s, which is not measured", rule.Alert, name)
				}
			}
		}
	}
	var told []string
	for _, heading := range regexp.MustCompile(`(?m)^## (\w+)$`).FindAllStringSubmatch(string(page), -1) {
		told = append(told, heading[1])
	}
	if len(alerts) == 0 || !slices.Equal(alerts, told) {
		t.Errorf("alerts\n%v\nin the runbook\n%v", alerts, told)
	}
}

// exportedNames are the metrics of a program that has measured each of them once.
func exportedNames(t *testing.T) []string {
	t.Helper()
	m := telemetry.NewMetrics("test", func(string) bool { return true })
	m.Decided(&decision.Decision{Question: "grant", Outcome: "deny", Contested: true, LegalBasis: []decision.Basis{{URN: "urn:a"}}}, time.Second)
	m.Failed("grant", decision.EvaluationError)
	m.Request("/v1/decisions", "POST", 200, time.Second)
	m.Committed(1, time.Second)
	m.CommitFailed()
	m.RateLimited()
	m.Unauthorised()
	if err := m.RegisterJournal(func() telemetry.JournalStats { return telemetry.JournalStats{Up: true, Checkpoint: time.Now()} }); err != nil {
		t.Fatal(err)
	}
	if err := m.RegisterActivation(func() telemetry.ActivationStats { return telemetry.ActivationStats{Serving: 1, Wanted: 1} }); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	var names []string
	for line := range strings.SplitSeq(w.Body.String(), "\n") {
		if name := regexp.MustCompile(`^deferido_\w+`).FindString(line); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

package portal

import (
	"context"
	"encoding/csv"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"deferido/internal/decision"
	"deferido/internal/report"
)

// The bounds of a CSV: its rows, how many are read at once, and how long it may take to read and to send some.
const (
	csvMost   = 100_000
	csvAtOnce = 500
	csvRead   = 30 * time.Second
	csvSend   = 30 * time.Second
)

// csvColumns are named as the contract names them; reason and unmet are in the language in which the answer was given.
var csvColumns = []string{"id", "decided_at", "as_of", "question", "outcome", "curable", "contested", "carrier", "revision", "reason", "unmet", "language"}

// decisionsCSV answers GET /decisoes.csv: the decisions that the same address without its ending shows, newest first, as they
// are read. Where there are more than csvMost, a last row says so.
func (p *Portal) decisionsCSV(v *visit) error {
	s := v.wanted()
	if err := v.seen(s); err != nil {
		return err
	}
	if len(s.faults) > 0 || p.Journal == nil {
		return v.redirect(listAddress("/decisoes", s.asked))
	}
	records, next, err := v.csvPart(s.Filter, "")
	if err != nil {
		return err
	}
	v.Header("Content-Disposition", `attachment; filename="decisoes-`+p.today().String()+`.csv"`)
	v.Header("Content-Type", "text/csv; charset=utf-8")
	v.Status(http.StatusOK)
	w := csv.NewWriter(v.Writer)
	w.UseCRLF = true
	if err := w.Write(csvColumns); err != nil {
		return err
	}
	for rows := 0; ; {
		for _, r := range records {
			cells, err := csvRow(r)
			if err == nil {
				err = w.Write(cells)
			}
			if err != nil {
				return v.cutOff(err)
			}
		}
		rows += len(records)
		if next != "" && rows >= csvMost {
			if err := w.Write([]string{v.t("decisions.csv.more", "n", v.words().number(csvMost))}); err != nil {
				return v.cutOff(err)
			}
			next = ""
		}
		if err := v.flushCSV(w); err != nil {
			return v.cutOff(err)
		}
		if next == "" {
			return nil
		}
		if records, next, err = v.csvPart(s.Filter, next); err != nil {
			return v.cutOff(err)
		}
	}
}

// csvPart reads some of the decisions.
func (v *visit) csvPart(f decision.Filter, cursor string) ([]*decision.Record, string, error) {
	ctx, cancel := context.WithTimeout(v.ctx(), csvRead)
	defer cancel()
	return v.portal.Journal.List(ctx, f, cursor, csvAtOnce)
}

// flushCSV sends what was written; a client that does not take it is left.
func (v *visit) flushCSV(w *csv.Writer) error {
	_ = http.NewResponseController(v.Writer).SetWriteDeadline(time.Now().Add(csvSend)) // a recorder in a test has no deadlines
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	v.Writer.Flush()
	return nil
}

// cutOff ends an answer that has begun: the connection is cut, so that nobody takes the part for the whole.
func (v *visit) cutOff(err error) error {
	v.note(slog.String("cause", logged(err)))
	panic(http.ErrAbortHandler)
}

func csvRow(r *decision.Record) ([]string, error) {
	cells := []string{r.ID, r.DecidedAt.Format(time.RFC3339Nano), r.AsOf, r.Question, "", "", "", r.Carrier, r.Revision, "", "", r.Language}
	if r.Failure == "" {
		b, err := briefOf(r)
		if err != nil {
			return nil, err
		}
		cells[4], cells[6], cells[9] = b.Outcome, strconv.FormatBool(b.Contested), b.reason()
		if b.Curable != nil {
			cells[5] = strconv.FormatBool(*b.Curable)
		}
		var unmet []string
		for _, basis := range b.LegalBasis {
			if basis.Met != nil && !*basis.Met {
				unmet = append(unmet, basis.URN)
			}
		}
		cells[10] = strings.Join(unmet, " ")
	}
	for i := range cells {
		cells[i] = report.Cell(cells[i])
	}
	return cells, nil
}

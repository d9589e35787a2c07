package lifecycle

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"deferido/internal/corpus"
	"deferido/internal/engine"
)

// PartRules are the rules that rest on a reading.
const PartRules = "rules"

// ReadingParts are what a lawyer's verdict on a reading is bound to, each by its hash.
type ReadingParts struct {
	Text  string `json:"text"`  // its sentences
	Rules string `json:"rules"` // the rules that rest on it, and the clocks
}

// Fingerprint is one hash of all parts.
func (p ReadingParts) Fingerprint() string { return hashAll([]string{p.Text, p.Rules}) }

func (p ReadingParts) differ(now ReadingParts) []string {
	return differing([]part{{PartText, p.Text, now.Text}, {PartRules, p.Rules, now.Rules}})
}

func readingParts(set *engine.Set, i corpus.Interpretation) ReadingParts {
	var rules []string
	for _, s := range set.SourcesOfReading(i.ID) {
		rules = append(rules, s.Package+"."+s.Name+"\n"+s.Text)
	}
	return ReadingParts{Text: hashAll([]string{i.PT, i.EN}), Rules: hashAll(rules)}
}

// Verdict is what a lawyer holds of a reading: the choice made where a text leaves one.
type Verdict struct {
	Reading  string       `json:"reading"` // IR-01
	Lawyer   string       `json:"lawyer"`
	Verdict  string       `json:"verdict"` // Confirmed or Rejected
	Comment  string       `json:"comment"`
	At       time.Time    `json:"at"`
	Revision string       `json:"revision"` // that was in service
	Parts    ReadingParts `json:"parts"`
	Broken   []string     `json:"broken"` // the parts that changed since: "text", "rules"
	// BrokenAt is when the activation that changed a part began, by part; one that cannot be told is absent.
	BrokenAt map[string]time.Time `json:"broken_at"`
}

// The verdicts on a reading.
const (
	Confirmed = "confirmed"
	Rejected  = "refused"
)

// maxComment is the characters that a comment or remark may have.
const maxComment = 4000

// Judging is what a lawyer says of a reading.
type Judging struct {
	Reading string
	Verdict string
	Comment string // a refusal must have one
	Seen    string // ReadingParts.Fingerprint of what was read; empty for whatever stands there
}

// ReadingPartsOf are the parts of a reading in a set. It is false where the set has no such reading.
func ReadingPartsOf(set *engine.Set, id string) (ReadingParts, bool) {
	all := set.Interpretations()
	i := slices.IndexFunc(all, func(i corpus.Interpretation) bool { return i.ID == id })
	if i < 0 {
		return ReadingParts{}, false
	}
	return readingParts(set, all[i]), true
}

// Judge confirms or refuses a reading as it stands in a set, in place of what the same person said of it before.
func (o *Office) Judge(ctx context.Context, who Actor, set *engine.Set, j Judging) (*Verdict, error) {
	parts, known := ReadingPartsOf(set, j.Reading)
	j.Comment = strings.TrimSpace(j.Comment)
	switch {
	case who.Role != RoleLawyer:
		return nil, refused(WrongRole, "Quem confirma ou recusa uma leitura é advogado (função lawyer).", "A lawyer confirms or refuses a reading (role lawyer).")
	case !known:
		return nil, refused(NoReading, "Não há leitura com esta identificação.", "There is no reading of this id.")
	case j.Verdict != Confirmed && j.Verdict != Rejected:
		return nil, refused(NoReason, "Escolha confirmar ou recusar.", "Choose to confirm or to refuse.")
	case j.Verdict == Rejected && j.Comment == "":
		return nil, refused(NoReason, "Diga por que recusa.", "Say why you refuse.")
	case len([]rune(j.Comment)) > maxComment:
		return nil, refused(TooLarge, "O comentário tem até 4.000 caracteres.", "A comment has up to 4,000 characters.")
	case j.Seen != "" && j.Seen != parts.Fingerprint():
		return nil, refused(OtherContent, "A leitura ou as regras que nela se apoiam mudaram enquanto eram lidas: leia de novo.", "The reading, or the rules that rest on it, changed while they were read: read them again.")
	}
	written, err := json.Marshal(parts)
	if err != nil {
		return nil, err
	}
	v := &Verdict{
		Reading: j.Reading, Lawyer: who.ID, Verdict: j.Verdict, Comment: j.Comment, At: o.now().UTC(), Revision: set.Revision(), Parts: parts,
		Broken: []string{}, BrokenAt: map[string]time.Time{},
	}
	detail := map[string]any{"revision": v.Revision, "parts": parts}
	return v, o.do(ctx, who, "reading-"+v.Verdict, v.Reading, v.Comment, detail, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, o.db.Bind(`INSERT INTO verdicts (reading, lawyer, verdict, comment, at, revision, parts) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (reading, lawyer) DO UPDATE SET verdict = excluded.verdict, comment = excluded.comment, at = excluded.at, revision = excluded.revision, parts = excluded.parts`),
			v.Reading, v.Lawyer, v.Verdict, v.Comment, v.At.UnixNano(), v.Revision, written)
		return err
	})
}

// Verdicts are those on all readings, the newest first, each with what of it is broken in a set.
func (o *Office) Verdicts(ctx context.Context, set *engine.Set) ([]Verdict, error) {
	all, err := o.readVerdicts(ctx)
	if err != nil || len(all) == 0 {
		return all, err
	}
	now, err := o.printsOf(ctx, set)
	if err != nil {
		return nil, err
	}
	for i := range all {
		v := &all[i]
		if is, there := now.Readings[v.Reading]; there {
			v.Broken = v.Parts.differ(is)
		} else {
			v.Broken = []string{PartText, PartRules}
		}
		v.BrokenAt, err = o.since(ctx, v.At, v.Broken, func(then *prints) ([]string, bool) {
			was, there := then.Readings[v.Reading]
			return v.Parts.differ(was), there
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (o *Office) readVerdicts(ctx context.Context) ([]Verdict, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT reading, lawyer, verdict, comment, at, revision, parts FROM verdicts ORDER BY at DESC, reading, lawyer")
	if err != nil {
		return nil, unavailable("reading the verdicts", err)
	}
	defer rows.Close()
	all := []Verdict{}
	for rows.Next() {
		var v Verdict
		var at int64
		var written []byte
		err := rows.Scan(&v.Reading, &v.Lawyer, &v.Verdict, &v.Comment, &at, &v.Revision, &written)
		if err == nil {
			err = json.Unmarshal(written, &v.Parts)
		}
		if err != nil {
			return nil, unavailable("reading the verdicts", err)
		}
		v.At = moment(at)
		all = append(all, v)
	}
	return all, rows.Err()
}

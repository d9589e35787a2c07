package identity

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"deferido/internal/decision"
)

// Action is what a caller wants to do. The policy lists them.
type Action string

// The actions.
const (
	Decide            Action = "decide"
	ReadDecision      Action = "decisions.read" // one: its explanation, receipt and documents
	ListDecisions     Action = "decisions.list"
	EraseDecisions    Action = "decisions.erase"
	PrintTicket       Action = "ticket.print"
	ReadReports       Action = "reports.read"
	ImportReports     Action = "reports.import"
	ReadCarriers      Action = "carriers.read"
	WriteCarriers     Action = "carriers.write"
	VerifyJournal     Action = "journal.verify" // the public key, the checkpoints
	ReadMetrics       Action = "metrics.read"
	ManageKeys        Action = "keys.manage"
	ManageUsers       Action = "users.manage"   // the accounts of people
	ReadRevisions     Action = "revisions.read" // drafts and signatures too
	TryDrafts         Action = "drafts.try"     // what a draft answers, and would have answered to what is recorded
	WriteDrafts       Action = "drafts.write"
	ApproveRevisions  Action = "revisions.approve"
	ActivateRevisions Action = "revisions.activate"
)

//go:embed access/access.rego
var accessPolicy string

// accessQuery is the answer, and the reason in a list that is empty where there is none.
const accessQuery = `verdict := {"allow": data.deferido.access.allow, "reasons": [r | r := data.deferido.access.reason]}`

// verdictsKept bounds the memory of verdicts. Callers as there are make fewer than two hundred.
const verdictsKept = 2048

// Verdict is whether a caller may do something, and if not, why.
type Verdict struct {
	Allowed bool
	Reason  decision.Sentence // of a refusal
}

// Access is the policy of who may do what, compiled. It is safe for concurrent use.
type Access struct {
	query rego.PreparedEvalQuery

	mu    sync.RWMutex
	known map[matter]Verdict
}

// NewAccess compiles the policy.
func NewAccess(ctx context.Context) (*Access, error) { return accessBy(ctx, accessPolicy) }

func accessBy(ctx context.Context, policy string) (*Access, error) {
	query, err := rego.New(
		rego.Module("access.rego", policy), rego.Query(accessQuery), rego.Strict(true), rego.StrictBuiltinErrors(true),
	).PrepareForEval(ctx)
	if err != nil {
		return nil, fmt.Errorf("compiling the access policy: %w", err)
	}
	return &Access{query: query, known: map[matter]Verdict{}}, nil
}

// matter is all of a question that the policy looks at: names of callers and carriers it compares with each other and with
// nothing else. Two questions of one matter have one answer.
type matter struct {
	role        Role
	action      Action
	named, owns bool // the caller has an id, has a carrier
	whose       whose
}

// whose is the carrier that is touched, as the caller sees it.
type whose int

const (
	nobodys whose = iota
	own
	others
)

func matterOf(caller Caller, action Action, carrier string) matter {
	m := matter{role: caller.Role, action: action, named: caller.ID != "", owns: caller.Carrier != "", whose: others}
	switch carrier {
	case "":
		m.whose = nobodys
	case caller.Carrier:
		m.whose = own
	}
	return m
}

// May tells whether a caller may do something with what is a carrier's; the carrier is empty where none is named. With an
// error nothing is allowed.
func (a *Access) May(ctx context.Context, caller Caller, action Action, carrier string) (Verdict, error) {
	m := matterOf(caller, action, carrier)
	a.mu.RLock()
	verdict, known := a.known[m]
	a.mu.RUnlock()
	if known {
		return verdict, nil
	}
	verdict, err := a.ask(ctx, caller, action, carrier)
	if err != nil {
		return Verdict{}, fmt.Errorf("asking the access policy: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.known) < verdictsKept {
		a.known[m] = verdict
	}
	return verdict, nil
}

// ask evaluates the policy.
func (a *Access) ask(ctx context.Context, caller Caller, action Action, carrier string) (Verdict, error) {
	results, err := a.query.Eval(ctx, rego.EvalParsedInput(accessInput(caller, action, carrier)))
	if err != nil {
		return Verdict{}, err
	}
	if len(results) != 1 {
		return Verdict{}, errors.New("it has no answer")
	}
	answer, _ := results[0].Bindings["verdict"].(map[string]any)
	allowed, ok := answer["allow"].(bool)
	reasons, _ := answer["reasons"].([]any)
	switch {
	case !ok || allowed != (len(reasons) == 0):
		return Verdict{}, errors.New("its answer is not of the form")
	case allowed:
		return Verdict{Allowed: true}, nil
	}
	reason, err := sentenceOf(reasons[0])
	return Verdict{Reason: reason}, err
}

func accessInput(caller Caller, action Action, carrier string) ast.Value {
	text := func(key, value string) [2]*ast.Term { return ast.Item(ast.StringTerm(key), ast.StringTerm(value)) }
	return ast.NewObject(
		ast.Item(ast.StringTerm("caller"), ast.ObjectTerm(text("id", caller.ID), text("role", string(caller.Role)), text("carrier", caller.Carrier))),
		text("action", string(action)),
		ast.Item(ast.StringTerm("resource"), ast.ObjectTerm(text("carrier", carrier))),
	)
}

func sentenceOf(value any) (decision.Sentence, error) {
	languages, _ := value.(map[string]any)
	pt, _ := languages["pt-BR"].(string)
	en, _ := languages["en"].(string)
	if pt == "" || en == "" {
		return decision.Sentence{}, errors.New("its reason is not in both languages")
	}
	return decision.Sentence{PT: pt, EN: en}, nil
}

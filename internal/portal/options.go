package portal

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"net/netip"
	"net/url"
	"time"

	"deferido/internal/account"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/listen"
	"deferido/internal/report"
	"deferido/internal/revision"
	"deferido/internal/telemetry"
)

// Sets knows the policy sets.
type Sets interface {
	// Serving is the set in service and the sequence number of its activation.
	Serving() (*engine.Set, int)
	// Set is the set of a revision, in service or not.
	Set(ctx context.Context, revision string) (*engine.Set, error)
	// Tree are the files of a revision, with its cases in the folder cases.
	Tree(ctx context.Context, revision string) (fs.FS, error)
}

// Decider decides valid requests. Its errors are *decision.Problem; anything else is an internal error.
type Decider interface {
	// Make decides one and keeps nothing.
	Make(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Made, error)
	// Keep keeps decisions together, all or none. What it does not keep is not told.
	Keep(ctx context.Context, made ...*decision.Made) error
}

// Journal finds what was decided. Its errors wrap those of package decision.
type Journal interface {
	// Once hides an idempotency key and the request that it came with.
	Once(caller, key string, request ...[]byte) *decision.Once
	// Begin takes an idempotency key until release is called, or finds what was recorded under it.
	Begin(ctx context.Context, once *decision.Once) (found *decision.Record, release func(), err error)

	Get(ctx context.Context, id string) (*decision.Record, error)
	List(ctx context.Context, f decision.Filter, cursor string, limit int) (records []*decision.Record, next string, err error)
	// Count is how many a filter takes: exactly, up to most, or at least n. Weeks counts them by week, from the first that has
	// any to the last; not exact means that there may be more.
	Count(ctx context.Context, f decision.Filter, most int) (n int, exact bool, err error)
	Weeks(ctx context.Context, f decision.Filter) (weeks []decision.Week, exact bool, err error)
	// Code is what a document of a decision is checked by.
	Code(ctx context.Context, id string) (string, error)

	// Replay decides again, under the policy set that decided; Explain explains that.
	Replay(ctx context.Context, r *decision.Record, how decision.Replaying) (*decision.Decision, error)
	Explain(ctx context.Context, r *decision.Record, lang string) (*decision.Explained, error)
}

// Office keeps what lawyers sign of the law, hold of its readings and remark on it. The sets it is asked about are kept. Its errors are *lifecycle.Refused or those of a decision.
type Office interface {
	// Seals are all signatures, each with what of it is broken in a set.
	Seals(ctx context.Context, set *engine.Set) ([]lifecycle.Seal, error)
	Sign(ctx context.Context, who lifecycle.Actor, set *engine.Set, s lifecycle.Signing) (*lifecycle.Seal, error)
	// Verdicts are those on all readings, newest first, each with what of it is broken in a set.
	Verdicts(ctx context.Context, set *engine.Set) ([]lifecycle.Verdict, error)
	Judge(ctx context.Context, who lifecycle.Actor, set *engine.Set, j lifecycle.Judging) (*lifecycle.Verdict, error)
	// Remarks are the problems that somebody sees in provisions, newest first, as they hang on the texts of a set.
	Remarks(ctx context.Context, set *engine.Set) ([]lifecycle.Remark, error)
	Remark(ctx context.Context, who lifecycle.Actor, set *engine.Set, m lifecycle.Remarking) (*lifecycle.Remark, error)
	Settle(ctx context.Context, who lifecycle.Actor, id, outcome string) error
}

// Access tells who may do what.
type Access interface {
	May(ctx context.Context, caller identity.Caller, action identity.Action, carrier string) (identity.Verdict, error)
}

// Carriers is the register of carriers. Its errors wrap those of package identity.
type Carriers interface {
	Get(ctx context.Context, id string) (decision.Carrier, error)
	List(ctx context.Context) ([]decision.Carrier, error)
}

// Reports makes the quarterly reports, and takes what carriers add to them.
type Reports interface {
	// Report makes and checks a report; the sentences of the check are in the language.
	Report(ctx context.Context, q report.Quarter, carrier decision.Carrier, mode, lang string, progress func(done int)) (*report.Report, error)
	// Uncounted are all grants that the report does not count.
	Uncounted(ctx context.Context, q report.Quarter, carrier decision.Carrier) iter.Seq2[report.Uncounted, error]
	// Sections and Counts take an import, whole or not at all. Their error is a *report.ImportError where it is to be corrected.
	Sections(ctx context.Context, carrier string, csv io.Reader) (taken int, err error)
	Counts(ctx context.Context, carrier string, q report.Quarter, csv io.Reader) (taken int, err error)
}

// Desk is where policy sets are written, tried, approved and put into service. Its errors are *lifecycle.Refused,
// *lifecycle.Conflict or those of a decision.
type Desk interface {
	// Rules are who must agree before the law that is served changes.
	Rules() lifecycle.Rules

	// Drafts are all drafts, newest first, without their files and reviews.
	Drafts(ctx context.Context) ([]*lifecycle.Draft, error)
	Draft(ctx context.Context, id string) (*lifecycle.Draft, error)
	// DraftTree are the files of a draft, its cases in the folder cases.
	DraftTree(ctx context.Context, d *lifecycle.Draft) (fs.FS, error)
	NewDraft(ctx context.Context, who lifecycle.Actor, base, title string) (*lifecycle.Draft, error)
	File(ctx context.Context, id, path string) ([]byte, error)
	// Put writes a file of a draft and PutAll some, all or none; nil content deletes one.
	Put(ctx context.Context, who lifecycle.Actor, id, path string, content []byte, base string) (*lifecycle.Draft, error)
	PutAll(ctx context.Context, who lifecycle.Actor, id string, edits ...lifecycle.Edit) (*lifecycle.Draft, error)
	Abandon(ctx context.Context, who lifecycle.Actor, id, reason string) error
	// Change is what a draft changes of its base.
	Change(ctx context.Context, d *lifecycle.Draft) (*revision.Difference, error)

	// Checked is the revision that a draft would be as it stands, and what checking it found; nil where it was not checked.
	Checked(ctx context.Context, id string) (name string, report *revision.CheckReport, err error)
	// Check checks a draft in a process of its own, which takes a while; what is known is not found out again.
	Check(ctx context.Context, id string, progress func(revision.Progress)) (*revision.CheckReport, error)
	// Preview decides a request by a draft, and records nothing. It may take as long as a part of the checks.
	Preview(ctx context.Context, id string, request []byte, lang string) (*decision.Decision, error)
	// Impact decides recorded decisions, and the cases, again by a draft, and keeps what it found; flip and progress may be nil.
	Impact(ctx context.Context, who lifecycle.Actor, id string, of impact.Scope, flip func(impact.Flip) error, progress func(impact.Counts)) (*impact.Measurement, error)
	// Impacts are the measurements of a draft that are kept, newest first, without their content, which Measured has.
	Impacts(ctx context.Context, id string) ([]lifecycle.Impact, error)
	Measured(ctx context.Context, id, impact string) (*impact.Measurement, error)
	// Reversals are the grants that a draft would refuse, as it stood as a revision; JustifiedBefore what was said of the like when
	// it stood otherwise. Justify says why, of the draft as it stands.
	Reversals(ctx context.Context, id, revision string) ([]lifecycle.Reversal, error)
	JustifiedBefore(ctx context.Context, id, revision string) ([]lifecycle.Justification, error)
	Justify(ctx context.Context, who lifecycle.Actor, id, revision string, all ...lifecycle.Justification) error
	// Submit checks a draft and asks for its approval; where the checks find something, the draft stays as it is.
	Submit(ctx context.Context, who lifecycle.Actor, id string) (*lifecycle.Draft, *revision.CheckReport, error)
	Review(ctx context.Context, who lifecycle.Actor, id, fingerprint, verdict, comment string) (*lifecycle.Draft, error)
	// History is all that was said of a draft whenever it was submitted, oldest first.
	History(ctx context.Context, id string) ([]lifecycle.Review, error)

	Revisions(ctx context.Context) ([]lifecycle.Revision, error)
	// Diff is in what the second revision is not as the first.
	Diff(ctx context.Context, a, b string) (*revision.Difference, error)
	// Tree are the files of a revision, its cases in the folder cases, and ReportOf what checking it found; nil where that is not known.
	Tree(ctx context.Context, revision string) (fs.FS, error)
	ReportOf(ctx context.Context, revision string) (*revision.CheckReport, error)
	Log(ctx context.Context) (lifecycle.Log, error)
	// ActivateOnce puts a revision into service by a form that may be sent twice: after is the last activation in the list when it
	// was made, and the zero time is at once.
	ActivateOnce(ctx context.Context, who lifecycle.Actor, after int, revision string, from time.Time, reason string) (lifecycle.Activation, error)
	Rollback(ctx context.Context, who, second lifecycle.Actor, revision, reason string) (lifecycle.Activation, error)
	// AskRollback asks for a second person for going back, who confirms; RollbackAsked is the request that waits, nil for none.
	AskRollback(ctx context.Context, who lifecycle.Actor, revision, reason string) (*lifecycle.RollbackRequest, error)
	RollbackAsked(ctx context.Context) (*lifecycle.RollbackRequest, error)
	ConfirmRollback(ctx context.Context, second lifecycle.Actor, id string) (lifecycle.Activation, error)
	DropRollback(ctx context.Context, who lifecycle.Actor, id string) error
	Stop(ctx context.Context, who lifecycle.Actor, seq int, reason string) (lifecycle.Activation, error)
	// State is how far this server follows the activations, and Differences what it found on trying a revision in the shadow.
	State() lifecycle.State
	Differences(ctx context.Context, revision string) ([]lifecycle.Difference, error)
}

// Door knows who looks at a page.
type Door interface {
	// Visitor is whose session a token is of. An empty token is nobody's: the visitor is then whoever sits at the machine,
	// while there is neither a key nor a user, and nobody afterwards. A token that is not good any more is ErrNoSession.
	Visitor(ctx context.Context, token string) (Visitor, error)
}

// Accounts are those of the people who sign in. Errors are *account.Refused or *identity.Invalid, or wrap
// identity.ErrUnavailable; package account says which of each.
type Accounts interface {
	// Some tells whether there is any account, Provider which OpenID provider knows people too; nil for none.
	Some(ctx context.Context) (bool, error)
	Provider() *account.Provider

	// SignIn, RedeemFirst, Return and ChangePassword return the token of a session that begins; from is where somebody comes from.
	SignIn(ctx context.Context, from netip.Addr, login, password string) (token string, s account.Session, err error)
	RedeemFirst(ctx context.Context, from netip.Addr, code string, wanted account.NewUser) (token string, s account.Session, err error)
	Leave(ctx context.Context, from netip.Addr, redirect, back string) (account.Visit, error)
	Return(ctx context.Context, kept string, query url.Values) (token string, s account.Session, back string, err error)
	ChangePassword(ctx context.Context, from netip.Addr, who account.Session, current, password string) (token string, s account.Session, err error)

	Caller(ctx context.Context, token string) (account.Session, error)
	Sessions(ctx context.Context, login string) ([]account.Session, error)
	SignOut(ctx context.Context, token string) error
	SignOutEverywhere(ctx context.Context, login string) error

	List(ctx context.Context) ([]account.User, error)
	Create(ctx context.Context, by string, wanted account.NewUser) (account.User, error)
	SetRole(ctx context.Context, by, login string, role identity.Role, carrier string) error
	SetPassword(ctx context.Context, by, login, password string) error
	Disable(ctx context.Context, by, login string) error
	Enable(ctx context.Context, by, login string) error
}

// Visitor is who looks at a page. The zero Visitor is somebody who has not signed in.
type Visitor struct {
	identity.Caller
	Name string // as a page greets them; empty for whoever sits at the machine
}

// SignedIn tells whether the visitor may be allowed anything that not everybody is.
func (v Visitor) SignedIn() bool { return v.ID != "" }

// Actor is the visitor as the life of policy sets knows them.
func (v Visitor) Actor() lifecycle.Actor { return lifecycle.Actor{ID: v.ID, Role: string(v.Role)} }

// Options are what the portal is made of. Sets and Decider are required.
type Options struct {
	Sets    Sets
	Decider Decider
	// Preview decides what is only shown; whatever comes of it, it keeps nothing. It is the Decider where it is nil.
	Preview Decider
	// Journal finds what was decided; nil where nothing is recorded, and then there is nothing to find.
	Journal Journal
	// Access says who may do what, Door who it is; nil lets whoever sits at the machine do all.
	Access Access
	Door   Door
	// Accounts are those of the people who sign in; nil where there is nothing to sign in to.
	Accounts Accounts
	// Carriers may be nil, and then there are none. Carrier is the id of the one for which whoever sits at the machine decides.
	Carriers Carriers
	Carrier  string
	// Reports makes the quarterly reports; nil where nothing is recorded.
	Reports Reports
	// Desk is where policy sets change; nil where they do not.
	Desk Desk
	// Office keeps what lawyers say of the law; nil where nothing is recorded.
	Office Office
	// Reading is the reading that decides, as decision.Service has it; "text" where it is empty.
	Reading string
	// Proxies are trusted to say for whom they forward a request, and PublicURL begins the addresses in documents; empty: what
	// the request says.
	Proxies   listen.Proxies
	PublicURL string
	// Now is the clock of the day on which the law is read unless another is asked for, in the zone of decisions.
	Now func() time.Time
	// Metrics may be nil.
	Metrics *telemetry.Metrics
	// Log gets a line a request and never a fact, a body or a query; nil discards.
	Log *slog.Logger
	// Version is the program's, Language that of pages when none is asked for: "pt-BR", the default, or "en".
	Version  string
	Language string
	// Gallery shows the components at /sobre/componentes.
	Gallery bool
	// Limit is how long a page may take to make: 10 s where it is zero.
	Limit time.Duration
}

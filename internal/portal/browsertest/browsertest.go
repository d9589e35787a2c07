// Package browsertest drives a real Chromium for tests of pages: what a person sees, what the console says, what axe finds.
package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"deferido/internal/testkit"
)

const (
	limit     = 30 * time.Second // that one step in the browser may take
	clickedIn = 3 * time.Second  // that a page may take to know of a click
)

// Browser is a running Chromium, ended with the test.
type Browser struct {
	ctx context.Context
	axe string
}

// Launch starts Chromium. Where it, or what `npm ci --prefix internal/portal` installs, is not there the test cannot be run.
func Launch(t testing.TB) *Browser {
	t.Helper()
	axe, err := os.ReadFile(filepath.Join(portalFolder(t), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		testkit.Missing(t, "axe is needed: run npm ci --prefix internal/portal: %v", err)
	}
	options := slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("lang", "pt-BR"),
	})
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("ending the browser: %v", err)
		}
		cancel()
		end()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting Chromium: %v", err)
	}
	return &Browser{ctx, string(axe)}
}

func chromium(t testing.TB) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	testkit.Missing(t, "Chromium is needed, of the package chromium")
	return ""
}

// portalFolder is internal/portal in the source.
func portalFolder(t testing.TB) string {
	_, file, _, ok := goruntime.Caller(0)
	if !ok {
		t.Fatal("the source is not known")
	}
	return filepath.Dir(filepath.Dir(file))
}

// Tab is a page in the browser. What its console and its policy complain about fails the test.
type Tab struct {
	t   testing.TB
	ctx context.Context
	axe string

	mu         sync.Mutex
	complaints []string
	bytes      int64 // that came over the wire
}

// Tab opens a page with cookies and a cache of its own.
func (b *Browser) Tab(t testing.TB) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	tab := &Tab{t: t, ctx: ctx, axe: b.axe}
	t.Cleanup(func() {
		cancel()
		for _, said := range tab.Complaints() {
			t.Errorf("the browser complains: %s", said)
		}
	})
	if err := chromedp.Listen(ctx, tab.listen); err != nil {
		t.Fatal(err)
	}
	call(tab, log.Enable, cdp.Empty{})
	call(tab, network.Enable, network.EnableParams{})
	return tab
}

func (tab *Tab) listen(event any) {
	said := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		said = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			said += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			for _, arg := range e.Args {
				said += string(arg.Value) + arg.Description + " "
			}
		}
	case *log.EventEntryAdded:
		// That a page is a 404 or a 422 is what some tests are about, and no fault of the page.
		if (e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity) && e.Entry.Source != log.EntrySourceNetwork {
			said = e.Entry.Text + " " + e.Entry.URL
		}
	case *network.EventLoadingFinished:
		tab.mu.Lock()
		tab.bytes += int64(e.EncodedDataLength)
		tab.mu.Unlock()
	}
	if said != "" {
		tab.mu.Lock()
		tab.complaints = append(tab.complaints, said)
		tab.mu.Unlock()
	}
}

// Complaints are what console and policy complained about since they were last asked for.
func (tab *Tab) Complaints() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	said := tab.complaints
	tab.complaints = nil
	return said
}

// Bytes are those that came over the wire since the tab was opened.
func (tab *Tab) Bytes() int64 {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return tab.bytes
}

// run does a step in the page, which must succeed in time.
func run[T any](tab *Tab, what string, step chromedp.Action[T]) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, limit)
	defer cancel()
	result, err := chromedp.Run(ctx, step)
	if err != nil {
		tab.t.Fatalf("%s: %v; the page says %q", what, err, tab.said())
	}
	return result
}

func call[P, R any](tab *Tab, command cdp.Command[P, R], params P) R {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, limit)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		tab.t.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

// said is the text of the page, for the message of a failure.
func (tab *Tab) said() string {
	ctx, cancel := context.WithTimeout(tab.ctx, time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		return err.Error()
	}
	return text
}

// Open goes to an address and waits until it is there.
func (tab *Tab) Open(address string) {
	tab.t.Helper()
	run(tab, "opening "+address, chromedp.Navigate(address))
	run(tab, "opening "+address, chromedp.WaitReady("main"))
}

// Click clicks on the first element that a selector finds, once it is visible. Where it moved away under the mouse, as it may when
// a font comes, it is clicked again.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	const most = 5
	quoted, err := json.Marshal(selector)
	if err != nil {
		tab.t.Fatal(err)
	}
	run(tab, "clicking "+selector, chromedp.WaitVisible(selector))
	for range most {
		tab.Await("the fonts are there", "document.fonts.status === 'loaded'")
		tab.Eval("(() => { window.clicked = false; document.addEventListener('click', e => { window.clicked ||= !!e.target.closest("+string(quoted)+") }, {capture: true}) })()", nil)
		run(tab, "clicking "+selector, chromedp.Click(selector))
		if clicked, _ := tab.within(clickedIn, "window.clicked !== false"); clicked { // another page knows nothing of it
			return
		}
	}
	tab.t.Fatalf("%s moves away from the mouse; the page says %q", selector, tab.said())
}

// Leave clicks on what leads to another page, and waits for that.
func (tab *Tab) Leave(selector string) {
	tab.t.Helper()
	tab.Eval("window.left = false", nil)
	tab.Click(selector)
	tab.Await(selector+" leads to another page", "window.left === undefined && document.readyState === 'complete'")
}

// Type types into a field, behind what is there.
func (tab *Tab) Type(selector, text string) {
	tab.t.Helper()
	run(tab, "typing into "+selector, chromedp.SendKeys(selector, text))
}

// Press presses keys, as package kb of chromedp names them, wherever the focus is.
func (tab *Tab) Press(keys string) {
	tab.t.Helper()
	run(tab, "pressing keys", chromedp.KeyEvent(keys))
}

// Paste pastes a text where the focus is, in place of what is selected.
func (tab *Tab) Paste(text string) {
	tab.t.Helper()
	content, err := json.Marshal(text)
	if err != nil {
		tab.t.Fatal(err)
	}
	tab.Eval("(() => { const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', "+string(content)+
		"); document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true})) })()", nil)
}

// Chord presses a key with Ctrl.
func (tab *Tab) Chord(key string) {
	tab.t.Helper()
	run(tab, "pressing Ctrl with "+key, chromedp.KeyEvent(key, chromedp.KeyModifiers(kb.ModifierCtrl)))
}

// Size sets the size of the window, in CSS pixels.
func (tab *Tab) Size(width, height int64) {
	tab.t.Helper()
	call(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600})
}

// Cookie has the tab come with a cookie.
func (tab *Tab) Cookie(address, name, value string) {
	tab.t.Helper()
	yes := true
	call(tab, network.SetCookie, network.SetCookieParams{Name: name, Value: value, URL: address, Path: "/", Secure: &yes, HTTPOnly: &yes})
}

// Eval evaluates an expression in the page, into a pointer that may be nil; a promise is waited for.
func (tab *Tab) Eval(expression string, into any) {
	tab.t.Helper()
	text := run(tab, "evaluating "+expression[:min(len(expression), 80)],
		chromedp.Evaluate[string]("Promise.resolve("+expression+").then(r => JSON.stringify(r === undefined ? null : r))", chromedp.EvalAwaitPromise))
	if into == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		tab.t.Fatalf("%s is %s: %v", expression, text, err)
	}
}

// Text is the text of the first element that a selector finds, as it is seen.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	return run(tab, "reading "+selector, chromedp.Text(selector))
}

// Await waits until an expression is true in the page, also across pages.
func (tab *Tab) Await(what, expression string) {
	tab.t.Helper()
	tab.AwaitFor(limit, what, expression)
}

// AwaitFor waits so long at most: for what the server takes its time over.
func (tab *Tab) AwaitFor(most time.Duration, what, expression string) {
	tab.t.Helper()
	if so, err := tab.within(most, expression); !so {
		tab.t.Fatalf("never: %s (%v); the page says %q", what, err, tab.said())
	}
}

// within tells whether an expression comes true in the page in time. Between two pages there is none to ask.
func (tab *Tab) within(most time.Duration, expression string) (so bool, err error) {
	for end := time.Now().Add(most); !so && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(tab.ctx, limit)
		so, err = chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		cancel()
	}
	return so && err == nil, err
}

// Screenshot writes the whole page as a PNG into the folder that DEFERIDO_SCREENSHOTS names; without it there is none.
func (tab *Tab) Screenshot(name string) {
	tab.t.Helper()
	folder := os.Getenv("DEFERIDO_SCREENSHOTS")
	if folder == "" {
		return
	}
	png := run(tab, "a screenshot", chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil {
		tab.t.Fatal(err)
	}
}

// PDF prints the page as the browser would on A4.
func (tab *Tab) PDF() []byte {
	tab.t.Helper()
	return run(tab, "printing", chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
}

// violation is what axe finds.
type violation struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string `json:"html"`
		Failure string `json:"failureSummary"`
	} `json:"nodes"`
}

// Accessible holds the page to WCAG 2.2, A and AA, by axe, and to its width: nothing leaves the screen sideways.
func (tab *Tab) Accessible(what string) {
	tab.t.Helper()
	run(tab, "loading axe", chromedp.Evaluate[bool](tab.axe+"\n;true"))
	var violations []violation
	tab.Eval(`axe.run(document, {runOnly: ['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa'], resultTypes: ['violations']}).then(r => r.violations)`, &violations)
	for _, v := range violations {
		for _, n := range v.Nodes {
			tab.t.Errorf("%s: axe: %s: %s\n%s\n%s", what, v.ID, v.Help, n.HTML, strings.TrimSpace(n.Failure))
		}
	}
	tab.Fits(what)
}

// Fits tells whether nothing of the page leaves the screen sideways.
func (tab *Tab) Fits(what string) {
	tab.t.Helper()
	var over string
	tab.Eval(`(() => { const w = document.documentElement.clientWidth
if (document.documentElement.scrollWidth <= w) return ''
const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > w + 1 && !e.closest('[role=region][tabindex], .vh, .skip'))
return document.documentElement.scrollWidth + ' of ' + w + ': ' + out.slice(0, 3).map(e => e.outerHTML.slice(0, 160)).join(' | ') })()`, &over)
	if over != "" {
		tab.t.Errorf("%s: the page is wider than the screen: %s", what, over)
	}
}

// Pages is how many pages a PDF has, as pdfinfo counts them.
func Pages(t testing.TB, pdf []byte) int {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(testkit.Program(t, "pdfinfo", "poppler-utils"), file).Output()
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for line := range strings.Lines(string(out)) {
		if _, err := fmt.Sscanf(line, "Pages: %d", &pages); err == nil {
			return pages
		}
	}
	t.Fatalf("pdfinfo tells no pages: %s", out)
	return 0
}

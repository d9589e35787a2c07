package portal

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"syscall"
	"testing"
	"time"

	"deferido/internal/corpus"
	"deferido/internal/httpapi"
)

// readerShare is the most that a page of the reader may cost, in CPU time of the JSON of the same provisions.
const readerShare = 3.0

// apiSets is a set as the API serves it.
type apiSets struct{ oneSet }

func (s apiSets) Active() (httpapi.Set, int) { return s.set, 1 }

func (s apiSets) Await(context.Context, int) (httpapi.Set, int, error) { return s.set, 1, nil }

// A page of the reader costs little more than its data do, each provision asked for by itself.
func TestWhatAPageOfTheReaderCosts(t *testing.T) {
	h := newHouse(t, nil)
	api := httpapi.New(httpapi.Options{Decider: h.service, Sets: apiSets{oneSet{h.set}}, Version: "test"})
	for _, article := range [][2]string{{"decreto_9921_2019", "art_39"}, {"resolucao_antt_1692_2006", "art_5"}} {
		asJSON := requests(t, provisionsOf(h.set.Corpus(), article[0], article[1]))
		page := requests(t, []string{articleURL(article[0], article[1], "2026-12-12")})
		least := 0.0
		for round := range 5 { // whatever else the machine does weighs on a round, never the other way round
			data, shown := processorTime(t, api, asJSON), processorTime(t, h.portal, page)
			if share := float64(shown) / float64(data); round == 0 || share < least {
				least = share
			}
		}
		t.Logf("%s %s: %.2f of the JSON", article[0], article[1], least)
		if least > readerShare {
			t.Errorf("%s %s costs %.2f times its JSON", article[0], article[1], least)
		}
	}
}

// provisionsOf are the addresses of the provisions of an article in the API.
func provisionsOf(law *corpus.Corpus, norm, article string) []string {
	var all []string
	for _, p := range law.Provisions() {
		if p.Norm.Folder == norm && p.Fragment.ArticleName() == article {
			all = append(all, "/v1/provisions/"+url.PathEscape(p.URN)+"?on=2026-12-12")
		}
	}
	return all
}

func requests(t *testing.T, paths []string) []*http.Request {
	t.Helper()
	var all []*http.Request
	for _, path := range paths {
		all = append(all, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil))
	}
	return all
}

// processorTime is the time of a processor that a handler takes over requests, sent again and again.
func processorTime(t *testing.T, handler http.Handler, all []*http.Request) time.Duration {
	t.Helper()
	const times = 40
	serve := func() {
		for _, r := range all {
			w := httptest.NewRecorder()
			if handler.ServeHTTP(w, r); w.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", r.URL, w.Code, w.Body)
			}
		}
	}
	serve()
	runtime.GC()
	before := spent(t)
	for range times {
		serve()
	}
	return (spent(t) - before) / times
}

// spent is the time of processors that the program has taken so far.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

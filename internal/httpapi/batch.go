package httpapi

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
)

// decideBatch answers POST /v1/decisions/batch in JSON. The set is the same for all items; each stands by itself.
func (a *API) decideBatch(c *gin.Context, x *exchange) *refusal {
	body, refused := x.body(c, maxBatch, a.Timeouts.BatchBody)
	if refused != nil {
		return refused
	}
	items, invalid := itemsOf(body)
	if invalid != nil {
		return refusedText(invalid, kindBatch)
	}
	defer x.within(c, a.Timeouts.Batch)()
	ctx := c.Request.Context()
	pin, refused := a.pinFor(c)
	if refused != nil {
		return refused
	}
	prepared := a.prepareAll(ctx, x, pin, items)
	answers, refused := a.keepAll(ctx, x, prepared)
	if refused != nil {
		return refused
	}
	text, refusals := bytes.NewBufferString(`{"items":[`), 0
	for i, t := range answers {
		if i > 0 {
			text.WriteByte(',')
		}
		text.Write(bytes.TrimSuffix(t.text, []byte("\n")))
		if t.refused {
			refusals++
		}
	}
	text.WriteString("]}\n")
	x.note(slog.Int("items", len(items)), slog.Int("problems", refusals))
	a.send(c, x, http.StatusOK, x.form.answers, text.Bytes())
	return nil
}

// prepareAll decides items, as many at a time as there are processors, and keeps none.
func (a *API) prepareAll(ctx context.Context, x *exchange, pin pinned, items [][]byte) []*item {
	prepared := make([]*item, len(items))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(a.parallel, len(items)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(items); i = int(next.Add(1)) - 1 {
				prepared[i] = a.prepare(ctx, x, place{"#/items/" + strconv.Itoa(i), pin}, items[i])
			}
		})
	}
	workers.Wait()
	return prepared
}

// keepAll keeps all decisions of a batch in one transaction, and answers the items in their order. Where they cannot be
// kept the batch is refused whole: none of it was decided.
func (a *API) keepAll(ctx context.Context, x *exchange, prepared []*item) ([]told, *refusal) {
	var made []*decision.Made
	for _, i := range prepared {
		if i.made != nil {
			made = append(made, i.made)
		}
	}
	if err := a.keep(ctx, made...); err != nil {
		for _, i := range prepared {
			if i.made != nil {
				a.measure(i.request.Question, nil, 0, err)
			}
		}
		return nil, refusedBy(err)
	}
	answers := make([]told, len(prepared))
	for n, i := range prepared {
		answers[n] = a.tell(x, i, nil)
	}
	return answers, nil
}

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
)

// decideBatch answers POST /v1/decisions/batch in JSON. The set is the same for all items; each stands by itself.
func (a *API) decideBatch(c *gin.Context, x *exchange) *refusal {
	body, refused := x.body(c, maxBatch, a.timeouts.BatchBody)
	if refused != nil {
		return refused
	}
	items, invalid := itemsOf(body)
	if invalid != nil {
		return refusedText(invalid, kindBatch)
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), a.timeouts.Batch)
	defer cancel()
	answers := a.tellAll(ctx, x, items)
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

// tellAll decides items, as many at a time as there are processors, and answers in their order.
func (a *API) tellAll(ctx context.Context, x *exchange, items [][]byte) []told {
	pin, answers := a.pin(), make([]told, len(items))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(a.parallel, len(items)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(items); i = int(next.Add(1)) - 1 {
				answers[i] = a.tell(ctx, x, place{"#/items/" + strconv.Itoa(i), pin}, items[i])
			}
		})
	}
	workers.Wait()
	return answers
}

package document

import (
	"context"
	"crypto/subtle"
	"errors"
	"html/template"
	"net/url"

	"github.com/google/uuid"

	"deferido/internal/decision"
)

// Journal is where documents are checked. Its errors wrap those of package decision.
type Journal interface {
	Get(ctx context.Context, id string) (*decision.Record, error)
	Code(ctx context.Context, id string) (string, error)
}

// Checked is the record that an id and the code on its document belong to; nil where they do not, and then nothing may be told.
// Its error is an *decision.Erased where the content was erased: whoever has the code holds the document, and may know.
func Checked(ctx context.Context, journal Journal, id, code string) (*decision.Record, error) {
	if uuid.Validate(id) != nil {
		return nil, nil
	}
	right, err := journal.Code(ctx, id)
	if errors.Is(err, decision.ErrNoRecord) || err == nil && subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return journal.Get(ctx, id)
}

// CheckURL is where whoever holds a document can check it: at a page, with its code.
func CheckURL(page, id, code string) string {
	return page + "/" + url.PathEscape(id) + "?code=" + url.QueryEscape(code)
}

// QR is the QR code of an address, as an image that a page can hold.
func QR(address string) (template.URL, error) {
	image, _, err := code(address)
	return image, err
}

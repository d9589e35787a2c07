package document

import (
	"encoding/base64"
	"fmt"
	"html/template"

	"github.com/skip2/go-qrcode"
)

// dotPixels is how many pixels a dot of the code is wide in HTML; the style scales it.
const dotPixels = 8

// code is the QR code of an address: as an image that a page can hold, and as its dots, with the quiet zone around them.
func code(address string) (template.URL, [][]bool, error) {
	q, err := qrcode.New(address, qrcode.Medium)
	if err != nil {
		return "", nil, fmt.Errorf("document: making the code of the address to check: %w", err)
	}
	image, err := q.PNG(-dotPixels)
	if err != nil {
		return "", nil, fmt.Errorf("document: drawing the code of the address to check: %w", err)
	}
	// Base64 of our own image: nothing of the address is in the text of the URL.
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(image)), q.Bitmap(), nil
}

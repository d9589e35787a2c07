package document

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plain keeps the characters that are read, and drops those that act on the text around them or on the reader's program:
// controls, save line feed and tab, and format characters, such as those that turn the direction of a text.
func plain(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// upper are the characters of code page 1252 in its places 0x80 to 0x9f; a blank is a place that holds none.
const upper = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

// page1252 gives the place of a character in code page 1252, which the fonts of every PDF reader share.
var page1252 = func() map[rune]byte {
	places := map[rune]byte{}
	for r := rune(0x20); r < 0x7f; r++ {
		places[r] = byte(r)
	}
	for r := rune(0xa0); r <= 0xff; r++ {
		places[r] = byte(r)
	}
	place := byte(0x80)
	for _, r := range upper {
		if r != ' ' {
			places[r] = place
		}
		place++
	}
	return places
}()

// substitutes stand for characters that code page 1252 lacks and whose meaning would be lost.
var substitutes = map[rune]string{
	'✓': "[x]", '✔': "[x]", '☑': "[x]", '✗': "[ ]", '✘': "[ ]", '☐': "[ ]", '→': "->", '←': "<-", '⇒': "=>", '≤': "<=", '≥': ">=", '≠': "!=",
	'−': "-", '‐': "-", '‑': "-", '‒': "–", '―': "—", '′': "'", '″': "\"", '⁄': "/", '№': "nº", '\n': " ", '\t': " ", '\u2028': " ", '\u2029': " ",
	'ł': "l", 'Ł': "L", 'đ': "d", 'Đ': "D", 'ı': "i", 'ħ': "h", 'Ħ': "H",
}

// unprintable stands for a character that has no likeness.
const unprintable = "?"

// printable is a text in the characters of code page 1252 and in no others. A letter with a mark that the page lacks loses
// the mark; a character without any likeness becomes a question mark.
func printable(text string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ToValidUTF8(text, unprintable)) {
		b.WriteString(printableRune(plain(r)))
	}
	return b.String()
}

func printableRune(r rune) string {
	if r < 0 {
		return ""
	}
	if _, held := page1252[r]; held {
		return string(r)
	}
	if s := substitutes[r]; s != "" {
		return s
	}
	if unicode.Is(unicode.Mn, r) {
		return "" // a mark on a letter that has already been written
	}
	var b strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		if _, held := page1252[part]; held {
			b.WriteRune(part)
		} else if s := substitutes[part]; s != "" {
			b.WriteString(s)
		}
	}
	if b.Len() == 0 {
		return unprintable
	}
	return b.String()
}

// encoded is a text in code page 1252, a byte a character.
func encoded(text string) string {
	var b strings.Builder
	for _, r := range printable(text) {
		b.WriteByte(page1252[r])
	}
	return b.String()
}

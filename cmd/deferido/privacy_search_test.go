package main

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The beginnings of markers, of texts and of identity numbers. The number of the marker follows, in six digits.
const (
	textStem   = "Zqxprivado"
	numberStem = "7391846520"
)

var inClear = regexp.MustCompile(`(?i)(?:` + textStem + `|` + numberStem + `)([0-9]{6})`)

// born are dates of birth, each of an old person and of a young one.
var born = map[string]string{"pessoa_idosa": "1951-07-23", "jovem_baixa_renda": "2003-08-27"}

// birthForms are the ways in which one may write those dates, epochs included: seconds, and so nanoseconds too.
var birthForms = [][]byte{
	[]byte("1951-07-23"), []byte("1951/07/23"), []byte("19510723"), []byte("23/07/1951"), []byte("23.07.1951"), []byte("23-07-1951"),
	[]byte("07/23/1951"), []byte("23071951"), []byte("23 de julho de 1951"), []byte("23 july 1951"), []byte("july 23, 1951"), []byte("-582076800"), []byte("-582066000"),
	[]byte("2003-08-27"), []byte("2003/08/27"), []byte("20030827"), []byte("27/08/2003"), []byte("27.08.2003"), []byte("27-08-2003"),
	[]byte("08/27/2003"), []byte("27082003"), []byte("27 de agosto de 2003"), []byte("27 august 2003"), []byte("august 27, 2003"), []byte("1061942400"), []byte("1061953200"),
}

// found is a marker, or something else that must not be there, where it was found.
type found struct {
	marker int // -1: it cannot be told which
	offset int
	form   string
}

// sought finds the markers in whatever was written, in clear in any case of letters, in hexadecimal, in base64 at any
// alignment, and as a bare SHA-256 of the value, from which so short a value could be guessed.
type sought struct {
	digests map[uint64]int    // the beginnings of digests, by marker
	encoded map[string][]byte // stems, by the name of their form
	secrets map[string][]byte // beside the markers
}

func newSought(values []string, secrets map[string]string) *sought {
	s := &sought{digests: map[uint64]int{}, encoded: map[string][]byte{}, secrets: map[string][]byte{}}
	for i, value := range values {
		sum := sha256.Sum256([]byte(value))
		s.digests[binary.BigEndian.Uint64(sum[:])] = i
	}
	for _, stem := range []string{textStem, numberStem} {
		s.encoded["hexadecimal of "+stem] = []byte(hex.EncodeToString([]byte(stem)))
		s.encoded["UTF-16 of "+stem] = []byte(strings.Join(strings.Split(stem, ""), "\x00"))
		for shift := range 3 {
			text := base64.StdEncoding.EncodeToString([]byte("???"[:shift] + stem))
			// The characters that a neighbour of the stem has a part in are left out.
			s.encoded[fmt.Sprintf("base64 of %s, shifted by %d", stem, shift)] = []byte(strings.TrimRight(text, "=")[shift+1 : len(stem)*4/3])
		}
	}
	for name, secret := range secrets {
		s.secrets[name] = []byte(secret)
	}
	return s
}

func (s *sought) in(data []byte) (all []found) {
	for _, at := range inClear.FindAllSubmatchIndex(data, -1) {
		number, err := strconv.Atoi(string(data[at[2]:at[3]]))
		if err != nil {
			number = -1
		}
		all = append(all, found{number, at[0], "in clear"})
	}
	for name, stem := range s.encoded {
		hay := data
		if strings.HasPrefix(name, "hex") {
			hay = bytes.ToLower(data)
		}
		if at := bytes.Index(hay, stem); at >= 0 {
			all = append(all, found{-1, at, name})
		}
	}
	for name, secret := range s.secrets {
		if at := bytes.Index(data, secret); at >= 0 {
			all = append(all, found{-1, at, name})
		}
	}
	lower := bytes.ToLower(data)
	for _, form := range birthForms {
		if at := bytes.Index(lower, form); at >= 0 {
			all = append(all, found{-1, at, "a date of birth as " + string(form)})
		}
	}
	for i := 0; i+sha256.Size <= len(data); i++ {
		if marker, is := s.digests[binary.BigEndian.Uint64(data[i:])]; is {
			all = append(all, found{marker, i, "its bare SHA-256"})
		}
	}
	return all
}

// inflated is a PDF with its compressed streams beside it, in clear.
func inflated(pdf []byte) []byte {
	all := bytes.Clone(pdf)
	for rest := pdf; ; {
		_, after, more := bytes.Cut(rest, []byte("stream\n"))
		if !more {
			return all
		}
		if r, err := zlib.NewReader(bytes.NewReader(after)); err == nil {
			text, _ := io.ReadAll(r)
			all = append(all, text...)
		}
		rest = after
	}
}

// What is sought is found in every form that it is sought in; else that nothing is found would mean nothing.
func TestTheSearchFindsWhatIsThere(t *testing.T) {
	const value = "Ana <b>" + textStem + "000007"
	s := newSought([]string{"", "", "", "", "", "", "", value}, map[string]string{"a secret": "hunter2-hunter2"})
	sum := sha256.Sum256([]byte(value))
	utf16 := strings.Join(strings.Split(value, ""), "\x00")
	for form, written := range map[string]string{
		"clear": value, "upper case": strings.ToUpper(value), "hexadecimal": strings.ToUpper(hex.EncodeToString([]byte(value))),
		"UTF-16": utf16, "digest": string(sum[:]), "number": numberStem + "000007", "number as base64": base64.RawURLEncoding.EncodeToString([]byte("x" + numberStem + "1")),
		"secret": "hunter2-hunter2", "birth": "nascida em 23 de Julho de 1951",
		"base64": base64.StdEncoding.EncodeToString([]byte(value)), "base64, shifted": base64.StdEncoding.EncodeToString([]byte("a" + value)),
		"base64, twice shifted": base64.RawURLEncoding.EncodeToString([]byte("ab" + value)),
	} {
		got := s.in([]byte("before " + written + " after"))
		if len(got) != 1 {
			t.Errorf("%s: %+v", form, got)
		}
		if named := form == "clear" || form == "upper case" || form == "digest" || form == "number"; len(got) == 1 && named != (got[0].marker == 7) {
			t.Errorf("%s: marker %d", form, got[0].marker)
		}
	}
	if got := s.in([]byte("nothing of the kind, but 2026-12-12 and Zqx")); len(got) > 0 {
		t.Errorf("found %+v", got)
	}
}

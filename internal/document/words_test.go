package document

import (
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"
)

func TestTheCataloguesHaveTheSameKeys(t *testing.T) {
	pt, en := reflect.ValueOf(portuguese), reflect.ValueOf(english)
	for i := range pt.NumField() {
		name := pt.Type().Field(i).Name
		a, b := pt.Field(i), en.Field(i)
		if a.Kind() == reflect.String {
			if a.String() == "" || b.String() == "" {
				t.Errorf("%s is empty", name)
			}
			continue
		}
		keys := keysOf(a)
		if len(keys) == 0 || !slices.Equal(keys, keysOf(b)) {
			t.Errorf("%s: %v and %v", name, keys, keysOf(b))
		}
		for _, k := range a.MapKeys() {
			if a.MapIndex(k).String() == "" || b.MapIndex(k).String() == "" {
				t.Errorf("%s of %s is empty", k, name)
			}
		}
	}
}

func keysOf(m reflect.Value) []string {
	var keys []string
	for _, k := range m.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	return keys
}

func TestCharactersThatThePageLacks(t *testing.T) {
	if n := utf8.RuneCountInString(upper); n != 32 {
		t.Fatalf("the upper part of the code page has %d places", n)
	}
	for text, want := range map[string]string{
		"✓ feito": "[x] feito", "≥ 3": ">= 3", "a → b": "a -> b", "e\u0301": "é", "Łukasz Őrsi": "Lukasz Orsi", "“aspas” – R$ 1": "“aspas” – R$ 1", "ﬁm": "fim",
		"日": "?", "\u0301": "", "a\u00adb": "ab", "a\nb": "a b", "\xff": "?", "½": "½", "UTC−3": "UTC-3", "2\u202f000": "2 000",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := encoded("€ŸÿA"); got != "\x80\x9f\xffA" {
		t.Errorf("%q", got)
	}
}

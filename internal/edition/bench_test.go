package edition_test

import (
	"testing"

	"deferido/internal/edition"
)

func BenchmarkArticleAgain(b *testing.B) {
	day := on(b, "2026-12-12")
	for b.Loop() {
		if _, ok := law.Article("decreto_9921_2019", "art_39", day); !ok {
			b.Fatal("no article")
		}
	}
}

func BenchmarkEdition(b *testing.B) {
	for b.Loop() {
		e, err := edition.New(b.Context(), set, tree)
		if err != nil {
			b.Fatal(err)
		}
		if _, ok := e.Article("decreto_9921_2019", "art_39", on(b, "2026-12-12")); !ok {
			b.Fatal("no article")
		}
	}
}

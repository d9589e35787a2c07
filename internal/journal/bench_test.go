package journal_test

import (
	"testing"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// BenchmarkAppend appends records of a realistic size: one transaction for each, and in groups by 64 callers.
func BenchmarkAppend(b *testing.B) {
	for name, source := range map[string]func(testing.TB) store.Source{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name+"/alone", func(b *testing.B) {
			j := open(b, storetest.Open(b, source(b)), single)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				keep(b, j, realistic(i))
			}
		})
		b.Run(name+"/group", func(b *testing.B) {
			j := open(b, storetest.Open(b, source(b)), journal.Options{})
			b.ReportAllocs()
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				for i := 0; pb.Next(); i++ {
					keep(b, j, realistic(i))
				}
			})
		})
	}
}

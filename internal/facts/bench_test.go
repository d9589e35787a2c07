package facts_test

import (
	"testing"
)

// BenchmarkRequest is a counter's typical question, from its bytes to the input of the policies.
func BenchmarkRequest(b *testing.B) {
	s, context := load(b), noLaw(b)
	for _, c := range sharedCases(b) {
		switch c.name {
		case "grant-elderly-in-time", "grant-youth-other-booking", "report-complete":
		default:
			continue
		}
		b.Run(c.name+"/parse", func(b *testing.B) {
			b.SetBytes(int64(len(c.Request)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Parse(c.Request); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/measure", func(b *testing.B) {
			r, err := s.Parse(c.Request)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.Measure(r, context)
			}
		})
	}
}

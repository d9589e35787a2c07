package portal

// counterSamples are the components of these pages.
func counterSamples() []sample { return nil }

package portal

// draftSamples are the components of these pages.
func draftSamples() []sample { return nil }

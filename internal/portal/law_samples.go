package portal

// lawSamples are the components of these pages.
func lawSamples() []sample { return nil }

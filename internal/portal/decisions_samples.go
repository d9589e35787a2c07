package portal

// decisionSamples are the components of these pages.
func decisionSamples() []sample { return nil }

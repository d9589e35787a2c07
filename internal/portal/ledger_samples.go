package portal

// ledgerSamples are the components of these pages.
func ledgerSamples() []sample { return nil }

package portal

// accountSamples are the components of these pages.
func accountSamples() []sample { return nil }

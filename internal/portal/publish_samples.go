package portal

// publishSamples are the components of these pages.
func publishSamples() []sample {
	return []sample{
		{"progress", map[string]any{"ID": "q", "Text": "3.000", "Max": 0, "Value": 0}},
		{"chart", func(w *words) any {
			return columnsOf(w.text("publish.measured.chart"), []column{
				{"30/11", []columnShare{{"allow", 4}, {"deny", 2}, {"wait", 1}}}, {"07/12", nil}, {"14/12", []columnShare{{"deny", 400}}}, {"21/12", []columnShare{{"allow", 1}}},
			})
		}},
	}
}

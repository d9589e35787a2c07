package portal

// counterSamples are the components of these pages.
func counterSamples() []sample {
	yes := []pick{{ID: "regular", Value: "sim", Label: "Sim", On: true}, {ID: "regular-nao", Value: "nao", Label: "Não"}, {ID: "regular-nao-sei", Label: "Não sei"}}
	wrong := says{ID: "birth", Fault: "Não é um dia."}
	return []sample{
		{"field-says", says{ID: "income", Told: []told{{Text: "O limite é este."}}}},
		{"field-says", says{ID: "dep", Understood: "22:00", Told: []told{{Text: "O prazo já passou.", Unmet: true}}, Live: true}},
		{"field-says", says{ID: "km", Moot: true, Note: "Em branco, vale o outro."}},
		{"field-says", says{ID: "nothing"}},
		{"field-line", entry{ID: "place", Name: "request.place", Label: "Local", Value: "Goiânia", Size: 24, Length: 200, List: []string{"Goiânia"}, Says: says{ID: "place"}}},
		{"field-date", entry{ID: "birth", Name: "birth", Label: "Nascimento", Value: "31/02/1958", Says: wrong}},
		{"field-time", entry{ID: "dep", Name: "dep", Label: "Partida", Value: "12/12/2026", Hour: "22:00", Wide: true, Says: says{ID: "dep"}}},
		{"field-money", entry{ID: "income", Name: "income", Label: "Renda mensal", Value: "2.100,00", Prefix: "R$", Size: 10, Says: says{ID: "income"}}},
		{"field-money", entry{ID: "km", Name: "km", Label: "Distância", Value: "430,5", Suffix: "km", Size: 6, Says: says{ID: "km"}}},
		{"field-choice", entry{ID: "regular", Name: "regular", Label: "Linha regular", Wide: true, Picks: yes, Says: says{ID: "regular"}}},
		{"field-segment", entry{ID: "regular", Name: "regular", Label: "Linha regular", Picks: yes, Says: says{ID: "regular"}}},
		{"field-pick", entry{ID: "regular", Name: "regular", Label: "Linha regular", Picks: yes, Focus: true, Says: says{ID: "regular"}}},
		{"field-ticks", entry{ID: "regular", Name: "regular", Label: "Documentos", Picks: yes[:2], Wide: true, Hush: true, Says: says{ID: "regular"}}},
		{"field-rows", entry{
			ID: "bookings", Name: "bookings", Label: "Outras reservas", More: "Acrescentar: outra reserva", Wide: true, Says: says{ID: "bookings"},
			Rows: []rowView{{"bookings.0", "Outra reserva 1", []entry{{Kind: "field-line", ID: "bookings-0-x", Name: "bookings.0.x", Label: "Destino", Says: says{ID: "bookings-0-x"}}}}},
		}},
	}
}

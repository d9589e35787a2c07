package decision

// Carrier is a carrier as a document names it. All of it may be printed: it is public.
type Carrier struct {
	ID         string     `json:"id"` // ours: lower-case letters, digits, dots and hyphens
	Name       string     `json:"name"`
	CNPJ       string     `json:"cnpj"` // 12.345.678/0001-95, or empty
	Address    string     `json:"address"`
	Complaints string     `json:"complaints"` // where to complain: an address, a telephone, a page
	Terminals  []Terminal `json:"terminals"`
}

// Terminal is a place where a carrier sells tickets.
type Terminal struct {
	Name    string `json:"name"` // as request.place gives it
	Address string `json:"address"`
}

package document

var english = words{
	lang:    "en",
	outcome: map[string]string{"allow": "Granted", "deny": "Denied", "incomplete": "Facts are missing"},
	role: map[string]string{
		"grants": "right", "condition": "condition", "exception": "exception", "duty": "duty", "faculty": "faculty",
		"penalty": "penalty", "definition": "definition", "scope": "scope",
	},
	on:      map[string]string{"transportadora": "By the carrier", "beneficiario": "By the beneficiary"},
	reading: map[string]string{"text": "By the letter of the law", "case_law": "By the decisions of the courts"},
	benefit: map[string]string{"gratuidade": "free seat (gratuidade)", "desconto": "discount on the fare (desconto)"},
	mark:    map[string]string{"gratuidade": "Free seat", "desconto": "Discount"},

	deniedForNow: "Denied for now",
	met:          "Met", unmet: "Not met", unknown: "Not known",
	basisMet: "Provisions met", basisUnmet: "Provisions not met", basisOpen: "Provisions still open",
	basisBear: "Provisions that apply too",
	governs:   "governs the case", governsNot: "does not govern the case", governsMaybe: "may govern the case",

	fill:      "to be filled by hand",
	decision:  "Decision",
	checkLead: "To check, point the telephone's camera at the code or open:",
	codeAlt:   "QR code with the address to check this document, written beside it",
	notHeld:   "Text not held.",
	due:       "Until",
	date:      "Date", hour: "Hour", place: "Place",
	carrier: "Carrier", cnpj: "CNPJ", address: "Address", trip: "Trip",
	cures:     "What would change the answer",
	together:  "All of these changes, together:",
	incurable: "No change within the person's or the carrier's reach would change this answer.",
	asked:     "What was asked", about: "Carrier and request", instantAt: "at",

	refusalTitle: "Refusal document",
	owed:         "This document is a right of whoever is refused. Duty of the carrier:",
	refused:      "The request was refused.",
	reason:       "Reason for the refusal", benefitName: "Benefit",
	stillDue: "What is due all the same", stillDueLead: "On the same facts, the person is entitled to",
	otherwise: "A court has decided otherwise", grade: "Grade of evidence",
	complain:  "Where to complain",
	agentName: "Name and number of the clerk", agentSign: "Signature of the clerk",

	sheetTitle: "Decision sheet", result: "Result", missing: "What is missing", duties: "What to do",
	disputes: "Disputes", warnings: "Warnings", tree: "How the answer came about", record: "Record",
	contested: "Contested: the two readings answer differently.", decides: "Decided",
	interpretation: "interpretation", court: "Court, case and day", finality: "Finality", provisions: "Provisions",
	decidedAt: "Decided on", asOf: "Law of", whatIf: "the request chose the day",
	revision: "Revision of the rules", activation: "Activation", reference: "Reference",
	scope: "Scope", requires: "requirement for", way: "Way", otherWay: "Or",

	ticketTitle: "Travel ticket", firstCopy: "1st copy – passenger", secondCopy: "2nd copy – carrier",
	issued: "Issued", denomination: "Title", number: "Ticket no.", copyName: "Copy",
	origin: "From", destination: "To", line: "Line prefix", endpoints: "End points of the line",
	travelDate: "Day of travel", seat: "Seat", passenger: "Beneficiary", passengerID: "Identity document", notice: "Notice",

	dateLayout: "2 January 2006",
}

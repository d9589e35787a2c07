# METADATA
# title: 'Decreto nº 8.537/2015, art. 14 — Identidade Jovem, documento com foto e recusa documentada'
package norms.decreto_8537_2015.art_14

import rego.v2

import data.lib.settle

grant.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

grant.requires.gratuidade.card := [{"identity_card"}]

grant.requires.gratuidade.photo := [{"photo_document"}]

grant.requires.desconto.card := grant.requires.gratuidade.card

grant.requires.desconto.photo := grant.requires.gratuidade.photo

# METADATA
# title: 'Identidade Jovem válida'
# custom:
#   title_en: 'Valid Identidade Jovem'
#   provision: art14_cpt
#   quote: 'deverá apresentar a Identidade Jovem'
#   reading: IR-07
#   reason:
#     pt-BR: 'É preciso apresentar a Identidade Jovem, válida na data do pedido.'
#     en: 'The Identidade Jovem must be presented, valid on the date of the request.'
grant.when.identity_card if {
	some i in cards
	input.days.beneficiary.documents[i].valid_until_on >= input.days.request.made_at
}

grant.when.identity_card := false if {
	input.facts.beneficiary.documents
	every i in cards {
		input.days.beneficiary.documents[i].valid_until_on < input.days.request.made_at
	}
}

grant.remedies.identity_card := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "identidade_jovem", "valid_until_on": {"day": input.days.request.made_at}}}

grant.asks.identity_card contains "/facts/beneficiary/documents" if settle.lacks(object.get(input.facts, "beneficiary", {}), "documents")

grant.asks.identity_card contains pointer if {
	some i in cards
	settle.lacks(input.facts.beneficiary.documents[i], "valid_until_on")
	pointer := sprintf("/facts/beneficiary/documents/%d/valid_until_on", [i])
}

# Where the documents given are Identidades Jovens.
cards := [i |
	some i, document in input.facts.beneficiary.documents
	document.kind == "identidade_jovem"
]

# METADATA
# title: 'Documento de identificação com foto'
# custom:
#   title_en: 'Photo identity document'
#   provision: art14_cpt
#   quote: 'documento de identificação com foto expedido por órgão público e válido em todo território nacional'
#   reason:
#     pt-BR: 'É preciso apresentar documento com foto expedido por órgão público e válido em todo o território nacional.'
#     en: 'A photo identity document issued by a public body and valid nationwide must be presented.'
grant.when.photo_document := "documento_com_foto" in {document.kind | some document in documents} if documents := input.facts.beneficiary.documents

grant.remedies.photo_document := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "documento_com_foto"}}

# METADATA
# title: 'Documento da recusa'
# custom:
#   provision: art14_par1u
#   quote: 'documento que indicará a data, a hora, o local e o motivo da recusa'
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'Entregar ao solicitante documento com a data, a hora, o local e o motivo da recusa.'
#     en: 'Give the applicant a document with the date, hour, place and reason of the refusal.'
grant.notes.deny.refusal_document := true

conduct.governs := set()

conduct.requires.conduct.refusal := [{"refusals_documented"}]

# METADATA
# title: 'Recusa documentada'
# custom:
#   provision: art14_par1u
#   quote: 'deverão emitir ao solicitante documento que indicará a data, a hora, o local e o motivo da recusa'
#   role: duty
#   curable: false
#   reason:
#     pt-BR: 'A recusa ao jovem deve ser documentada; nenhum texto do acervo lhe dá grupo de infração.'
#     en: 'A refusal to a young person must be documented; no held text gives it a group.'
conduct.when.refusals_documented := false if "recusa_sem_documento" in input.facts.conduct.acts

conduct.when.refusals_documented if {
	listed := input.facts.conduct.acts
	not "recusa_sem_documento" in listed
}

conduct.lists.infractions contains {"condition": "refusals_documented", "group": null, "letter": null} if conduct.when.refusals_documented == false

# METADATA
# title: 'Decreto nº 5.934/2006, art. 6º — prova de idade e de renda'
# description: |
#   Pedida para a gratuidade e para o desconto, em todos os modais, até 15 de novembro de 2019. O § 2º enumera com "e" sob
#   "um dos seguintes": basta um.
package norms.decreto_5934_2006.art_6

import rego.v2

import data.lib.settle

grant.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

grant.requires.gratuidade.age_proof := [{"original_photo_document"}]

grant.requires.desconto.age_proof := grant.requires.gratuidade.age_proof

# METADATA
# title: 'Comprovação de renda por um dos documentos'
# custom:
#   provision: art6_par2
#   quote: 'um dos seguintes documentos'
#   role: condition
#   reason:
#     pt-BR: 'A renda se comprova por um destes documentos: CTPS atualizada, contracheque, carnê do INSS, extrato de benefício ou documento da assistência social; a autodeclaração não está na lista.'
#     en: 'Income is proved by one of these documents: an up-to-date CTPS, a payslip, an INSS booklet, a benefit statement or a social-assistance document; a self-declaration is not on the list.'
grant.requires.gratuidade.income_proof := [{"ctps"}, {"payslip"}, {"inss_booklet"}, {"benefit_statement"}, {"social_assistance"}]

# METADATA
# title: 'Comprovação de renda por um dos documentos'
# custom:
#   provision: art6_par2
#   quote: 'um dos seguintes documentos'
#   role: condition
#   reason:
#     pt-BR: 'A renda se comprova por um destes documentos: CTPS atualizada, contracheque, carnê do INSS, extrato de benefício ou documento da assistência social; a autodeclaração não está na lista.'
#     en: 'Income is proved by one of these documents: an up-to-date CTPS, a payslip, an INSS booklet, a benefit statement or a social-assistance document; a self-declaration is not on the list.'
grant.requires.desconto.income_proof := grant.requires.gratuidade.income_proof

# METADATA
# title: 'Original de documento com foto'
# custom:
#   title_en: 'Original of a document with a photo'
#   provision: art6_par1
#   quote: 'o original de qualquer documento pessoal de identidade, com fé pública, que contenha foto'
#   reason:
#     pt-BR: 'A idade se prova com o original de documento pessoal com fé pública e foto; a validade não é exigida.'
#     en: 'Age is proved by the original of an officially recognised personal document with a photo; it may be expired.'
grant.when.original_photo_document if {
	some document in input.facts.beneficiary.documents
	document.kind == "documento_com_foto"
	document.original
}

grant.when.original_photo_document := false if {
	documents := input.facts.beneficiary.documents
	every document in documents {
		no_original(document)
	}
}

grant.remedies.original_photo_document := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "documento_com_foto", "original": true}}

grant.asks.original_photo_document contains "/facts/beneficiary/documents" if settle.lacks(object.get(input.facts, "beneficiary", {}), "documents")

grant.asks.original_photo_document contains pointer if {
	some i, document in input.facts.beneficiary.documents
	document.kind == "documento_com_foto"
	settle.lacks(document, "original")
	pointer := sprintf("/facts/beneficiary/documents/%d/original", [i])
}

no_original(document) if document.kind != "documento_com_foto"

no_original(document) if document.original == false

# METADATA
# title: 'CTPS com anotações atualizadas'
# custom:
#   title_en: 'A work card with up-to-date entries'
#   provision: art6_par2_inc1
#   quote: 'Carteira de Trabalho e Previdência Social com anotações atualizadas'
#   reason:
#     pt-BR: 'Carteira de Trabalho com anotações atualizadas.'
#     en: 'A work card with up-to-date entries.'
grant.when.ctps := presented("ctps_atualizada")

grant.remedies.ctps := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "ctps_atualizada"}}

# METADATA
# title: 'Contracheque ou documento do empregador'
# custom:
#   title_en: 'A payslip or an employer''s document'
#   provision: art6_par2_inc2
#   quote: 'contracheque de pagamento ou documento expedido pelo empregador'
#   reason:
#     pt-BR: 'Contracheque ou documento do empregador.'
#     en: 'A payslip or an employer''s document.'
grant.when.payslip := presented("contracheque")

grant.remedies.payslip := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "contracheque"}}

# METADATA
# title: 'Carnê de contribuição ao INSS'
# custom:
#   title_en: 'An INSS contribution booklet'
#   provision: art6_par2_inc3
#   quote: 'carnê de contribuição para o Instituto Nacional do Seguro Social - INSS'
#   reason:
#     pt-BR: 'Carnê de contribuição ao INSS.'
#     en: 'An INSS contribution booklet.'
grant.when.inss_booklet := presented("carne_inss")

grant.remedies.inss_booklet := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "carne_inss"}}

# METADATA
# title: 'Extrato de benefício ou declaração da previdência'
# custom:
#   title_en: 'A benefit statement or declaration of INSS or another regime'
#   provision: art6_par2_inc4
#   quote: 'extrato de pagamento de benefício ou declaração fornecida pelo INSS ou outro regime de previdência social público ou privado'
#   reason:
#     pt-BR: 'Extrato de benefício ou declaração do INSS ou de outro regime.'
#     en: 'A benefit statement or declaration of INSS or another regime.'
grant.when.benefit_statement := presented("extrato_beneficio")

grant.remedies.benefit_statement := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "extrato_beneficio"}}

# METADATA
# title: 'Documento da assistência social'
# custom:
#   title_en: 'A document or card of a social-assistance office'
#   provision: art6_par2_inc5
#   quote: 'documento ou carteira emitida pelas Secretarias Estaduais ou Municipais de Assistência Social ou congêneres'
#   reason:
#     pt-BR: 'Documento ou carteira da assistência social.'
#     en: 'A document or card of a social-assistance office.'
grant.when.social_assistance := presented("carteira_assistencia_social")

grant.remedies.social_assistance := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "carteira_assistencia_social"}}

presented(kind) := kind in {document.kind | some document in documents} if {
	documents := input.facts.beneficiary.documents
}

# METADATA
# title: 'Prova no ato da solicitação'
# custom:
#   provision: art6_cpt
#   quote: 'deverá apresentar documento pessoal que faça prova de sua idade e da renda'
#   role: duty
#   on: beneficiario
#   reason:
#     pt-BR: 'Apresentar a prova de idade e de renda no ato da solicitação.'
#     en: 'Present proof of age and income when the benefit is asked for.'
grant.notes.always.present_documents := true

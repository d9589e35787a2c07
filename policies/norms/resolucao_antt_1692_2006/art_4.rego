# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 4º — prova de idade e de renda'
# description: |
#   Na rodovia, para a gratuidade e para o desconto. Basta um dos documentos de renda.
package norms.resolucao_antt_1692_2006.art_4

import rego.v2

import data.lib.settle

# Os números do artigo.

# Dois salários-mínimos.
income_limit := 2 * input.params.minimum_wage_cents

minimum_age := 60

grant.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   title_en: 'Road transport'
grant.where.road := input.facts.service.mode == "rodoviario"

grant.requires.gratuidade.age_proof := [{"original_photo_document"}]

grant.requires.desconto.age_proof := grant.requires.gratuidade.age_proof

# METADATA
# title: 'Comprovação de renda por um dos documentos'
# custom:
#   provision: art4_par2
#   quote: 'um dos seguintes documentos'
#   role: condition
#   reason:
#     pt-BR: 'A renda se comprova por um destes documentos: CTPS atualizada, contracheque, carnê do INSS, extrato de benefício ou documento da assistência social; a autodeclaração não está na lista.'
#     en: 'Income is proved by one of these documents: an up-to-date CTPS, a payslip, an INSS booklet, a benefit statement or a social-assistance document; a self-declaration is not on the list.'
grant.requires.gratuidade.income_proof := [{"ctps"}, {"payslip"}, {"inss_booklet"}, {"benefit_statement"}, {"social_assistance"}]

# METADATA
# title: 'Comprovação de renda por um dos documentos'
# custom:
#   provision: art4_par2
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
#   provision: art4_par1
#   quote: 'o original de qualquer documento pessoal, com fé pública, que contenha foto'
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
#   provision: art4_par2_inc1
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
#   provision: art4_par2_inc2
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
#   provision: art4_par2_inc3
#   quote: 'carnê contribuição para o Instituto Nacional de Seguro Social - INSS'
#   reason:
#     pt-BR: 'Carnê de contribuição ao INSS.'
#     en: 'An INSS contribution booklet.'
grant.when.inss_booklet := presented("carne_inss")

grant.remedies.inss_booklet := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "carne_inss"}}

# METADATA
# title: 'Extrato de benefício ou declaração da previdência'
# custom:
#   title_en: 'A benefit statement or declaration of INSS or another regime'
#   provision: art4_par2_inc4
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
#   provision: art4_par2_inc5
#   quote: 'documento ou carteira emitida pelas Secretarias Estaduais ou Municipais de Assistência Social ou congêneres'
#   reason:
#     pt-BR: 'Documento ou carteira da assistência social.'
#     en: 'A document or card of a social-assistance office.'
grant.when.social_assistance := presented("carteira_assistencia_social")

grant.remedies.social_assistance := {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "carteira_assistencia_social"}}

presented(kind) := kind in {document.kind | some document in documents} if {
	documents := input.facts.beneficiary.documents
}

grant.requires.gratuidade.person := [{"sixty_years", "low_income"}]

grant.requires.desconto.person := grant.requires.gratuidade.person

# METADATA
# title: 'Cópia dos documentos'
# custom:
#   provision: art4_par3
#   quote: 'tirar, às suas custas, cópias dos documentos apresentados pelo idoso'
#   role: faculty
#   reason:
#     pt-BR: 'A transportadora pode tirar, às suas custas, cópia dos documentos apresentados.'
#     en: 'The carrier may copy the documents presented, at its own cost.'
grant.notes.always.copies := true

# METADATA
# title: 'Sessenta anos completos'
# custom:
#   provision: art4_cpt
#   quote: 'idade mínima de sessenta anos'
#   reading: IR-05
#   curable: false
#   reason:
#     pt-BR: 'A pessoa deve ter {minimum} anos completos na data do pedido.'
#     en: 'The person must be at least {minimum} years old on the date of the request.'
grant.when.sixty_years := input.years.beneficiary.birth_on >= minimum_age

grant.values.sixty_years.minimum := {"number": minimum_age}

# METADATA
# title: 'Renda igual ou inferior a dois salários-mínimos'
# custom:
#   provision: art4_cpt
#   quote: 'renda igual ou inferior a dois salários-mínimos'
#   reading: IR-06, IR-07
#   reason:
#     pt-BR: 'A renda mensal da pessoa deve ser igual ou inferior a {limit}, dois salários-mínimos.'
#     en: 'The person''s monthly income must be at most {limit}, two minimum wages.'
grant.when.low_income := input.facts.beneficiary.monthly_income_cents <= income_limit

grant.values.low_income.limit := {"money": income_limit}

grant.remedies.low_income := {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": income_limit}

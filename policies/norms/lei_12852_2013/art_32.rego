# METADATA
# title: 'Lei nº 12.852/2013, art. 32 — o direito do jovem de baixa renda'
# description: |
#   Duas vagas gratuitas e, esgotadas elas, duas com desconto. O Decreto nº 8.537 diz como.
package norms.lei_12852_2013.art_32

import rego.v2

import data.lib.settle
import data.norms.decreto_8537_2015.art_13

# Os números do artigo.

# Metade da tarifa, para baixo.
half_fare := floor(input.facts.fare.tariff_cents / 2)

grant.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art32_cpt
#   quote: 'No sistema de transporte coletivo interestadual'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

grant.requires.gratuidade.seat := [{"free_seat_not_granted"}]

grant.requires.desconto.beyond := [{"free_seats_exhausted"}]

# METADATA
# title: 'Vaga gratuita ainda não concedida'
# custom:
#   provision: art32_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo para jovens de baixa renda'
#   role: grants
#   curable: false
#   reason:
#     pt-BR: 'Das duas vagas gratuitas do veículo, ao menos uma não deve ter sido concedida ainda.'
#     en: 'Of the vehicle''s two free seats at least one must not have been granted yet.'
grant.when.free_seat_not_granted := input.facts.seats.free_granted < 2

# METADATA
# title: 'Esgotadas as vagas gratuitas'
# custom:
#   provision: art32_cpt_inc2
#   quote: 'a serem utilizadas após esgotadas as vagas previstas no inciso I'
#   role: grants
#   reading: IR-11
#   curable: false
#   reason:
#     pt-BR: 'As vagas com desconto se usam depois de esgotadas as gratuitas.'
#     en: 'The discounted seats are used once the free ones are exhausted.'
grant.when.free_seats_exhausted := settle.fails(art_13.grant.requires.gratuidade.seat, art_13.grant.seats)

grant.asks.free_seats_exhausted := settle.deciders(art_13.grant.requires.gratuidade.seat, art_13.grant.seats, art_13.grant.seat_facts)

fare.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
fare.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Gratuidade'
# custom:
#   provision: art32_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo para jovens de baixa renda'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício concedido é a gratuidade.'
#     en: 'The benefit granted is the free seat.'
fare.where.free_seat := input.facts.fare.benefit == "gratuidade"

# METADATA
# title: 'Desconto'
# custom:
#   provision: art32_cpt_inc2
#   quote: 'desconto de 50% (cinquenta por cento), no mínimo, no valor das passagens'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício concedido é o desconto.'
#     en: 'The benefit granted is the discount.'
fare.where.discount := input.facts.fare.benefit == "desconto"

fare.requires.fare.benefit := [{"free_seat"}, {"discount", "tariff_known"}]

fare.requires.fare.fare := [{"free_seat", "no_fare"}, {"discount", "within_half"}] if input.facts.fare.charged_cents >= 0

fare.requires.fare.fees := [{"free_seat", "no_fee_on_free_seat"}, {"discount", "no_fee_on_discount"}] if input.facts.fare.other_fees_cents >= 0

# METADATA
# title: 'Nada se cobra pela vaga gratuita'
# custom:
#   provision: art32_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo para jovens de baixa renda'
#   role: grants
#   reason:
#     pt-BR: 'A passagem da vaga gratuita custa {maximum}.'
#     en: 'The fare of the free seat is {maximum}.'
fare.when.no_fare := input.facts.fare.charged_cents == 0

fare.values.no_fare.maximum := {"money": 0}

fare.remedies.no_fare := {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 0}

# METADATA
# title: 'Tarifa de referência'
# custom:
#   provision: art32_cpt_inc2
#   quote: 'desconto de 50% (cinquenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   curable: false
#   reason:
#     pt-BR: 'O desconto incide sobre a tarifa da tabela da ANTT para o serviço e o horário.'
#     en: 'The discount applies to the tariff table''s fare.'
fare.when.tariff_known := input.facts.fare.tariff_cents >= 0

# METADATA
# title: 'Até metade da tarifa'
# custom:
#   title_en: 'At most half the fare'
#   provision: art32_cpt_inc2
#   quote: 'desconto de 50% (cinquenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   reason:
#     pt-BR: 'O desconto é de cinquenta por cento, no mínimo: o teto é {maximum}.'
#     en: 'The discount is at least fifty per cent: the ceiling is {maximum}.'
fare.when.within_half := input.facts.fare.charged_cents <= half_fare

fare.values.within_half.maximum := {"money": half_fare}

fare.remedies.within_half := {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": half_fare}

# METADATA
# title: 'Nenhuma outra taxa'
# custom:
#   provision: art32_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo para jovens de baixa renda'
#   role: grants
#   reason:
#     pt-BR: 'Nenhuma outra taxa tem fundamento na lei.'
#     en: 'No other fee has a basis in the law.'
fare.when.no_fee_on_free_seat := input.facts.fare.other_fees_cents == 0

fare.remedies.no_fee_on_free_seat := {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0}

# METADATA
# title: 'Nenhuma outra taxa'
# custom:
#   provision: art32_cpt_inc2
#   quote: 'desconto de 50% (cinquenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   reason:
#     pt-BR: 'Nenhuma outra taxa tem fundamento na lei.'
#     en: 'No other fee has a basis in the law.'
fare.when.no_fee_on_discount := input.facts.fare.other_fees_cents == 0

fare.remedies.no_fee_on_discount := {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0}

fare.gives.fare_max_cents := 0 if fare.where.free_seat

fare.gives.fare_max_cents := half_fare if fare.where.discount

fare.gives.other_fees := "sem_fundamento"

# METADATA
# title: 'Vaga gratuita'
# custom:
#   provision: art32_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo para jovens de baixa renda'
#   role: grants
#   reason:
#     pt-BR: 'A vaga é gratuita.'
#     en: 'The seat is free.'
fare.notes.always.free_of_charge if fare.where.free_seat

# METADATA
# title: 'Metade da tarifa'
# custom:
#   provision: art32_cpt_inc2
#   quote: 'desconto de 50% (cinquenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   reason:
#     pt-BR: 'O desconto é de cinquenta por cento, no mínimo.'
#     en: 'The discount is at least fifty per cent.'
fare.notes.always.half_fare if fare.where.discount

retention.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art32_cpt
#   quote: 'nos termos da legislação específica'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
retention.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

retention.requires.retention.right := [{"young_person"}]

# METADATA
# title: 'Prazo de arquivo em texto não disponível'
# custom:
#   provision: art32_cpt
#   role: warning
#   code: 'retention-not-held'
#   reason:
#     pt-BR: 'Nenhum texto do acervo manda guardar a segunda via do bilhete do jovem.'
#     en: 'No held text asks for the second copy of a young person''s ticket to be kept.'
retention.notes.always.term_not_held := true

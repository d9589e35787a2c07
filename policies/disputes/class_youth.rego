# METADATA
# title: D-class — só o serviço convencional, para o jovem?
# description: Na rodovia, a letra restringe os benefícios ao serviço convencional; um juízo federal achou a restrição além do poder regulamentar.
# custom:
#   id: D-class
#   court: {pt-BR: '6ª Vara Federal de Goiânia', en: '6th Federal Court of Goiânia'}
#   case: {pt-BR: 'ação civil pública, número não confirmado', en: 'public civil action, number not confirmed'}
#   date: '2023-01-27'
#   finality: {pt-BR: 'recurso não confirmado', en: 'appeal not confirmed'}
#   grade: V2
package disputes.class_youth

import rego.v2

grant["met"] := {"decreto_8537_2015.art_13": {"conventional_class"}}

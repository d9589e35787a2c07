# METADATA
# title: As normas
# description: |
#   Uma pasta por norma, um pacote por artigo. O esquema dos fatos tipa todos eles: um caminho escrito errado
#   é erro de compilação, e não um fato que falta.
# scope: subpackages
# schemas:
#   - input.facts: schema.facts
package norms

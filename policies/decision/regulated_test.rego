package decision.regulated_test

import rego.v2

import data.decision
import data.lib.base_test as base

category(name) := {"facts": {"beneficiary": {"category": name}}}

# The norms in force on three days: before any decree, under the decrees of the elderly alone, and under all.
before := {"in_force": {"decreto_5934_2006": false, "decreto_8537_2015": false, "decreto_9921_2019": false}}

test_elderly_people_are_regulated_by_either_decree if every decree in {"decreto_5934_2006", "decreto_9921_2019"} {
	decision.regulated with input as base.but(category("pessoa_idosa"), base.but(before, {"in_force": {decree: true}}))
	not decision.regulated with input as base.but(category("jovem_baixa_renda"), base.but(before, {"in_force": {decree: true}}))
}

test_the_youth_is_regulated_by_its_decree if {
	decree := base.but(before, {"in_force": {"decreto_8537_2015": true}})
	decision.regulated with input as base.but(category("jovem_baixa_renda"), decree)
	not decision.regulated with input as base.but(category("pessoa_idosa"), decree)
}

test_of_an_unknown_category_either_is_enough if every decree in {"decreto_5934_2006", "decreto_9921_2019", "decreto_8537_2015"} {
	decision.regulated with input as base.but(before, {"in_force": {decree: true}})
	decision.regulated_for_someone with input as base.but(before, {"in_force": {decree: true}})
}

test_before_the_decrees_nobody_is if every name in {"pessoa_idosa", "jovem_baixa_renda"} {
	decision.regulated == false with input as base.but(category(name), before)
}

test_before_the_decrees_not_even_an_unknown_category_is if {
	decision.regulated == false with input as before
	decision.regulated_for_someone == false with input as before
}

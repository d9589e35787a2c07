package norms.decreto_8537_2015.art_16_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_16

ticket := base.of_category(base.ticket, "jovem_baixa_renda")

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_16.ticket) == 1 with input as ticket
	base.scope(art_16.ticket) == -1 with input as base.of_category(ticket, "pessoa_idosa")
	base.scope(art_16.ticket) == 0 with input as base.lacking(ticket, "facts/beneficiary/category")
}

test_the_carrier_issues_the_ticket if art_16.ticket.notes == {"always": {"issued_by_the_carrier": true}} with input as ticket

test_the_movement_of_the_youth_is_told_of_a_report_in_every_mode if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	base.scope(art_16.report) == 1 with input as base.in_mode(base.report, mode)
	art_16.report.notes == {"always": {"youth_movement": true}} with input as base.in_mode(base.report, mode)
}

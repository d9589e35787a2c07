package norms.decreto_9921_2019.art_41_test

import rego.v2

import data.lib.base_test as base
import data.lib.calendar
import data.norms.decreto_9921_2019.art_41

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_41.retention) == 1 with input as base.retention
	base.scope(art_41.retention) == -1 with input as base.of_category(base.retention, "jovem_baixa_renda")
	base.scope(art_41.retention) == 0 with input as base.lacking(base.retention, "facts/beneficiary/category")
}

destroyed_on(date) := base.but(base.retention, {"days": {"retention": {"disposal_on": calendar.day(date)}}})

test_on_the_last_day_of_the_year_the_copy_is_kept if base.said(art_41.retention, "retention") == {"term": -1} with input as destroyed_on("2027-01-10")

test_on_the_day_after_it_may_be_destroyed if base.said(art_41.retention, "retention") == {"term": 1} with input as destroyed_on("2027-01-11")

trip_ended_on(date, civil) := base.but(base.retention, {"days": {"retention": {"trip_ended_on": calendar.day(date)}}, "civil": {"retention": {"trip_ended_on": civil}}})

test_a_year_after_29_february_ends_on_1_march if {
	last := {"day": calendar.day("2029-03-01")}
	request := trip_ended_on("2028-02-29", {"year": 2028, "month": 2, "day": 29})
	art_41.retention.gives == {"keep_until_on": last} with input as request
	art_41.retention.values == {"after_one_year": {"until": last}} with input as request
	art_41.retention.remedies == {"after_one_year": {"fact": "/facts/retention/disposal_on", "to": "after", "value": last}} with input as request
}

test_the_term_may_be_unknown if every fact in {"days/retention/disposal_on", "days/retention/trip_ended_on", "civil/retention/trip_ended_on"} {
	base.said(art_41.retention, "retention") == {"term": 0} with input as base.lacking(base.retention, fact)
}

test_two_copies_are_told_of_the_free_ticket_off_the_road if every mode in {"ferroviario", "aquaviario"} {
	ticket := base.in_mode(base.ticket, mode)
	base.scope(art_41.ticket) == 1 with input as ticket
	base.scope(art_41.ticket) == -1 with input as base.but(ticket, {"facts": {"ticket": {"kind": "desconto"}}})
	base.scope(art_41.ticket) == -1 with input as base.of_category(ticket, "jovem_baixa_renda")
	every fact in {"facts/beneficiary/category", "facts/service/mode", "facts/ticket/kind"} {
		base.scope(art_41.ticket) == 0 with input as base.lacking(ticket, fact)
	}
	art_41.ticket.notes == {"always": {"two_copies": true}} with input as ticket
}

test_on_the_road_the_resolution_speaks_of_copies if base.scope(art_41.ticket) == -1 with input as base.ticket

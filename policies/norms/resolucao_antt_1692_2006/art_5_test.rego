package norms.resolucao_antt_1692_2006.art_5_test

import rego.v2

import data.lib.base_test as base
import data.lib.calendar
import data.norms.resolucao_antt_1692_2006.art_5

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_5.grant) == 1 with input as base.elderly
	base.scope(art_5.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_5.grant) == -1 with input as base.in_mode(base.elderly, "ferroviario")
	base.scope(art_5.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
	base.scope(art_5.grant) == 0 with input as base.lacking(base.elderly, "facts/service/mode")
}

test_two_copies_are_a_duty_of_the_free_seat if art_5.grant.notes == {"gratuidade": {"two_copies": true}} with input as base.elderly

# --- Bilhete ------------------------------------------------------------------------------------------------------

test_the_ticket_rule_is_of_the_free_ticket_by_road if {
	base.scope(art_5.ticket) == 1 with input as base.ticket
	base.scope(art_5.ticket) == -1 with input as base.but(base.ticket, {"facts": {"ticket": {"kind": "desconto"}}})
	base.scope(art_5.ticket) == -1 with input as base.in_mode(base.ticket, "aquaviario")
	base.scope(art_5.ticket) == -1 with input as base.of_category(base.ticket, "jovem_baixa_renda")
	every fact in {"facts/beneficiary/category", "facts/service/mode", "facts/ticket/kind"} {
		base.scope(art_5.ticket) == 0 with input as base.lacking(base.ticket, fact)
	}
}

# What each of the ten items is made of.
printed := {
	"item_1": {"carrier_name", "carrier_address", "carrier_cnpj", "issue_date"},
	"item_2": {"title"},
	"item_3": {"ticket_number", "copy_number"},
	"item_4": {"origin", "destination"},
	"item_5": {"line_prefix", "line_endpoints"},
	"item_6": {"travel_date", "travel_time"},
	"item_7": {"seat_number"},
	"item_8": {"beneficiary_name"},
	"item_9": {"beneficiary_document"},
	"item_10": {"arrival_notice"},
}

test_a_complete_ticket if {
	base.all_met(art_5.ticket, "ticket") with input as base.ticket
	count(art_5.ticket.lists.absent) == 0 with input as base.ticket
}

test_each_part_of_each_item_must_be_printed if every item, parts in printed {
	every part in parts {
		base.only_unmet(art_5.ticket, "ticket", item) with input as base.not_printed(base.ticket, part)
		art_5.ticket.lists.absent == {{"condition": item}} with input as base.not_printed(base.ticket, part)
		art_5.ticket.remedies[item] == [{"fact": concat("/", ["/facts/ticket", part]), "to": "present"}] with input as base.not_printed(base.ticket, part)
	}
}

test_what_is_printed_needs_no_cure if every item, _ in printed {
	count(art_5.ticket.remedies[item]) == 0 with input as base.ticket
}

test_the_reference_to_the_benefit_is_not_among_the_ten if base.all_met(art_5.ticket, "ticket") with input as base.not_printed(base.ticket, "benefit_reference")

copies(n) := base.but(base.ticket, {"facts": {"ticket": {"copies": n}}})

test_two_copies_are_enough if base.all_met(art_5.ticket, "ticket") with input as copies(2)

test_one_copy_is_not if {
	base.only_unmet(art_5.ticket, "ticket", "copies") with input as copies(1)
	count(art_5.ticket.lists.absent) == 0 with input as copies(1)
}

test_the_passengers_copy_is_not_collected if {
	base.only_unmet(art_5.ticket, "ticket", "passenger_copy") with input as base.but(base.ticket, {"facts": {"ticket": {"passenger_copy_collected": true}}})
}

test_these_are_all_the_requirements_of_a_ticket if {
	object.keys(art_5.ticket.requires.ticket) == object.keys(printed) | {"copies", "passenger_copy"} with input as base.ticket
}

test_the_copies_may_be_unknown if {
	base.said(art_5.ticket, "ticket").copies == 0 with input as base.lacking(base.ticket, "facts/ticket/copies")
	base.said(art_5.ticket, "ticket").passenger_copy == 0 with input as base.lacking(base.ticket, "facts/ticket/passenger_copy_collected")
}

test_the_copies_are_told_and_cure if {
	art_5.ticket.values == {"two_copies": {"minimum": {"number": 2}}} with input as base.ticket
	cures := art_5.ticket.remedies with input as base.ticket
	cures.two_copies == {"fact": "/facts/ticket/copies", "to": "at_least", "value": 2}
	cures.passenger_keeps_copy == {"fact": "/facts/ticket/passenger_copy_collected", "to": "equal", "value": false}
}

test_any_document_with_the_items_serves if art_5.ticket.notes == {"always": {"any_document": true}} with input as base.ticket

# --- Arquivo ------------------------------------------------------------------------------------------------------

test_the_copy_is_kept_on_the_road_only if {
	base.scope(art_5.retention) == 1 with input as base.retention
	base.scope(art_5.retention) == -1 with input as base.in_mode(base.retention, "ferroviario")
	base.scope(art_5.retention) == -1 with input as base.of_category(base.retention, "jovem_baixa_renda")
	base.scope(art_5.retention) == 0 with input as base.lacking(base.retention, "facts/service/mode")
	base.scope(art_5.retention) == 0 with input as base.lacking(base.retention, "facts/beneficiary/category")
}

ended := calendar.day("2026-01-10")

after(days) := base.but(base.retention, {"days": {"retention": {"disposal_on": ended + days}}})

test_on_the_365th_day_the_copy_is_kept if base.said(art_5.retention, "retention") == {"term": -1} with input as after(365)

test_on_the_366th_day_it_may_be_destroyed if base.said(art_5.retention, "retention") == {"term": 1} with input as after(366)

test_the_term_may_be_unknown if every fact in {"days/retention/disposal_on", "days/retention/trip_ended_on"} {
	base.said(art_5.retention, "retention") == {"term": 0} with input as base.lacking(base.retention, fact)
}

test_the_last_day_is_told_given_and_cures if {
	last := {"day": ended + 365}
	art_5.retention.values == {"after_365_days": {"until": last, "days": {"number": 365}}} with input as base.retention
	art_5.retention.gives == {"keep_until_on": last} with input as base.retention
	art_5.retention.remedies == {"after_365_days": {"fact": "/facts/retention/disposal_on", "to": "after", "value": last}} with input as base.retention
}

package lib.settle_test

import rego.v2

import data.lib.settle

# A small law. A person who asks early gets the seat; one who asks late gets it while it is unsold; and it must be by road
# in the plain class, or by rail.
seat(where, when) := {
	"governs": {"person"},
	"where": object.union({"person": true, "road": true, "rail": false}, where),
	"when": object.union({"early": true, "unsold": true, "plain": true}, when),
	"requires": {"free": {
		"seat": [{"early"}, {"unsold"}],
		"service": [{"road", "plain"}, {"rail"}],
	}},
	"gives": {"toll": "due"},
	"notes": {"always": {"a": true}, "allow": {"b": true}, "deny": {"c": true}, "incomplete": {"d": true}, "free": {"e": true}, "half": {"f": true}},
	"lists": {"absent": {"x"}},
	"values": {"early": {"minimum": 3}},
	"remedies": {"early": "ask sooner", "plain": "another service"},
	"asks": {"unsold": {"/seats/sold"}},
}

# The same law where facts are missing.
seat_without(names) := object.union(object.remove(seat({}, {}), {"when", "where"}), {
	"when": object.remove(seat({}, {}).when, names),
	"where": object.remove(seat({}, {}).where, names),
})

matter(articles) := {"articles": articles, "asked": ["free", "half"], "yields": {}, "combine": set()}

letter := {"met": set(), "unmet": set(), "open": set()}

read(article) := settle.reading(matter({"seat": article}), {})

# --- A way, and ways ----------------------------------------------------------------------------------------------

known := {"met": {"a"}, "unmet": {"b"}}

test_a_way_of_nothing_is_met if settle.all_of(set(), known) == 1

test_a_way_is_met_when_all_of_it_is if settle.all_of({"a"}, known) == 1

test_a_way_is_unmet_when_any_of_it_is if every way in [{"b"}, {"a", "b"}, {"b", "c"}, {"a", "b", "c"}] {
	settle.all_of(way, known) == -1
}

test_a_way_is_open_when_none_is_unmet_and_not_all_are_met if every way in [{"c"}, {"a", "c"}, {"c", "d"}] {
	settle.all_of(way, known) == 0
}

test_no_way_at_all_is_unmet if settle.any_of([], known) == -1

test_one_way_that_is_met_is_enough if every ways in [[{"a"}], [{"b"}, {"a"}], [{"c"}, {"a"}], [{"a"}, {"b"}, {"c"}]] {
	settle.any_of(ways, known) == 1
}

test_an_open_way_keeps_the_matter_open if every ways in [[{"c"}], [{"b"}, {"c"}], [{"c"}, {"a", "b"}]] {
	settle.any_of(ways, known) == 0
}

test_ways_that_are_all_unmet if every ways in [[{"b"}], [{"b"}, {"a", "b"}], [{"b", "c"}]] {
	settle.any_of(ways, known) == -1
}

# --- What one article says ----------------------------------------------------------------------------------------

test_a_weight_holds_scope_conditions_and_requirements if settle.weigh(seat({}, {"early": false}), letter) == {
	"scope": 1,
	"met": {"person", "road", "unsold", "plain"},
	"unmet": {"early", "rail"},
	"says": {"free": {"seat": 1, "service": 1}},
	"needs": {"free": 1},
}

test_the_least_of_the_requirements_is_what_an_article_needs if {
	settle.weigh(seat({}, {"plain": false}), letter).needs == {"free": -1}
	settle.weigh(seat_without({"early", "unsold"}), letter).needs == {"free": 0}
	settle.weigh(object.union(seat_without({"early", "unsold"}), {"when": {"plain": false}}), letter).needs == {"free": -1}
}

test_an_article_may_ask_nothing if {
	settle.weigh({"governs": set()}, letter) == {"scope": 1, "met": set(), "unmet": set(), "says": {}, "needs": {}}
	settle.weigh({"governs": set(), "requires": {"free": {}}}, letter).needs == {"free": 1}
}

test_scope_is_met_unmet_or_open if {
	settle.weigh(seat({}, {}), letter).scope == 1
	settle.weigh(seat({"person": false}, {}), letter).scope == -1
	settle.weigh(seat_without({"person"}), letter).scope == 0
}

test_a_view_sets_conditions_aside if {
	refused := seat({}, {"early": false, "unsold": false})
	settle.weigh(refused, letter).says.free.seat == -1
	settle.weigh(refused, object.union(letter, {"met": {"early"}})).says.free.seat == 1
	settle.weigh(refused, object.union(letter, {"open": {"early"}})).says.free.seat == 0
	settle.weigh(seat({}, {}), object.union(letter, {"unmet": {"early", "unsold"}})).says.free.seat == -1
	settle.weigh(seat({}, {}), object.union(letter, {"open": {"early", "unsold"}})).says.free.seat == 0
}

test_a_condition_set_aside_counts_though_its_fact_is_missing if {
	settle.weigh(seat_without({"early", "unsold"}), object.union(letter, {"met": {"early"}})).says.free.seat == 1
}

# --- When an answer is due ----------------------------------------------------------------------------------------

weight(scope, needs) := {"scope": scope, "needs": {"free": needs}}

test_a_lone_article_that_governs_decides if every needs in {-1, 0, 1} {
	settle.due("free", {"a": weight(1, needs)}) == needs
}

test_a_lone_article_that_may_govern_leaves_all_open if every needs in {-1, 0, 1} {
	settle.due("free", {"a": weight(0, needs)}) == 0
}

test_a_lone_article_that_does_not_govern_refuses if every needs in {-1, 0, 1} {
	settle.due("free", {"a": weight(-1, needs)}) == -1
}

test_every_article_that_governs_must_be_satisfied if {
	settle.due("free", {"a": weight(1, 1), "b": weight(1, 1)}) == 1
	settle.due("free", {"a": weight(1, 1), "b": weight(1, 0)}) == 0
	settle.due("free", {"a": weight(1, 1), "b": weight(1, -1)}) == -1
	settle.due("free", {"a": weight(1, 0), "b": weight(1, -1)}) == -1
}

test_beside_one_that_governs_an_open_article_matters_only_unless_satisfied if {
	settle.due("free", {"a": weight(1, 1), "b": weight(0, 1)}) == 1
	settle.due("free", {"a": weight(1, 1), "b": weight(0, 0)}) == 0
	settle.due("free", {"a": weight(1, 1), "b": weight(0, -1)}) == 0
}

test_beside_one_that_governs_an_article_of_another_scope_does_not_matter if every needs in {-1, 0, 1} {
	settle.due("free", {"a": weight(1, 1), "b": weight(-1, needs)}) == 1
}

test_an_article_that_is_silent_on_the_answer_does_not_matter if {
	settle.due("free", {"a": weight(1, 1), "b": {"scope": 1, "needs": {}}}) == 1
	not settle.due("free", {"b": {"scope": 1, "needs": {}}})
}

test_the_first_answer_not_refused_decides if {
	settle.first_not_refused([1, 0]) == 1
	settle.first_not_refused([0, 1]) == 0
	settle.first_not_refused([-1, 1]) == 1
	settle.first_not_refused([-1, 0]) == 0
	settle.first_not_refused([-1, -1]) == -1
	settle.first_not_refused([]) == -1
}

test_of_answers_that_hold_the_first_is_picked if {
	settle.picked(["free", "half"], {"free": 1, "half": 1}, 1) == ["free"]
	settle.picked(["free", "half"], {"free": -1, "half": 1}, 1) == ["half"]
}

test_of_open_or_refused_ones_each_is if {
	settle.picked(["free", "half"], {"free": 0, "half": 0}, 0) == ["free", "half"]
	settle.picked(["free", "half"], {"free": 0, "half": 1}, 0) == ["free"]
	settle.picked(["free", "half"], {"free": -1}, -1) == ["free", "half"]
}

# --- Values -------------------------------------------------------------------------------------------------------

giving(scopes, values) := {"articles": {id: {"gives": gives} | some id, gives in values}, "weights": {id: {"scope": scope} | some id, scope in scopes}}

given(parts, yields, combine) := settle.given({"articles": parts.articles, "yields": yields, "combine": combine}, parts.weights)

test_an_article_that_governs_gives_its_value if given(giving({"a": 1}, {"a": {"toll": "due"}}), {}, set()) == {"toll": "due"}

test_one_that_does_not_gives_none if {
	given(giving({"a": 0}, {"a": {"toll": "due"}}), {}, set()) == {}
	given(giving({"a": -1}, {"a": {"toll": "due"}}), {}, set()) == {}
}

test_two_may_give_the_same if given(giving({"a": 1, "b": 1}, {"a": {"toll": "due"}, "b": {"toll": "due"}}), {}, set()) == {"toll": "due"}

older_and_newer := {"a": {"toll": "due", "meals": "due"}, "b": {"toll": "exempt"}}

test_one_yields_to_the_other_where_both_give if {
	given(giving({"a": 1, "b": 1}, older_and_newer), {"a": {"b"}}, set()) == {"toll": "exempt", "meals": "due"}
}

test_none_yields_to_an_article_that_does_not_govern if every scope in {-1, 0} {
	given(giving({"a": 1, "b": scope}, older_and_newer), {"a": {"b"}}, set()) == {"toll": "due", "meals": "due"}
}

test_of_combined_values_the_greatest_wins if {
	values := {"a": {"until": 365}, "b": {"until": 366}, "c": {"until": 999}}
	given(giving({"a": 1, "b": 1, "c": 0}, values), {}, {"until"}) == {"until": 366}
	given(giving({"a": 1}, {"a": {"until": 365}}), {}, {"until"}) == {"until": 365}
	given(giving({"a": 1}, {"a": {}}), {}, {"until"}) == {}
}

hanging(parts, combine, gives) := settle.hanging({"articles": parts.articles, "combine": combine}, parts.weights, gives)

test_an_open_article_that_would_change_a_value_leaves_it_hanging if {
	hanging(giving({"a": 1, "b": 0}, {"a": {"toll": "due"}, "b": {"toll": "exempt"}}), set(), {"toll": "due"}) == {"b"}
	hanging(giving({"b": 0}, {"b": {"toll": "exempt"}}), set(), {}) == {"b"}
}

test_one_that_would_not_change_it_does_not if {
	hanging(giving({"b": 0}, {"b": {"toll": "due"}}), set(), {"toll": "due"}) == set()
	hanging(giving({"b": 1}, {"b": {"toll": "exempt"}}), set(), {"toll": "due"}) == set()
	hanging(giving({"b": -1}, {"b": {"toll": "exempt"}}), set(), {"toll": "due"}) == set()
}

test_of_combined_values_only_a_greater_one_would if {
	hanging(giving({"b": 0}, {"b": {"until": 366}}), {"until"}, {"until": 365}) == {"b"}
	hanging(giving({"b": 0}, {"b": {"until": 365}}), {"until"}, {"until": 365}) == set()
	hanging(giving({"b": 0}, {"b": {"until": 364}}), {"until"}, {"until": 365}) == set()
	hanging(giving({"b": 0}, {"b": {"until": 364}}), {"until"}, {}) == {"b"}
}

test_a_hanging_value_keeps_an_answer_open_but_saves_no_refusal if {
	exempting := {"governs": {"road"}, "gives": {"toll": "exempt"}}
	open := settle.reading(matter({"seat": seat({}, {}), "other": exempting}), {})
	open.state == 0
	open.told.other == {"met": set(), "unmet": set(), "unknown": {"road"}}
	settle.reading(matter({"seat": seat({"road": false}, {}), "other": exempting}), {}).state == -1
}

test_a_hanging_value_is_not_told_and_the_others_are if {
	giver := object.union(seat({}, {}), {"gives": {"meals": "due"}})
	exempting := {"governs": {"road"}, "gives": {"toll": "exempt", "meals": "due"}}
	open := settle.reading(matter({"seat": giver, "other": exempting}), {})
	open.gives == {"meals": "due"}
	open.told.other.unknown == {"road"}
	settle.reading(matter({"seat": giver, "other": object.union(exempting, {"where": {"road": false}})}), {}).gives == {"toll": "due", "meals": "due"}
	settled := settle.reading(object.union(matter({"seat": giver, "other": object.union(exempting, {"where": {"road": true}})}), {"yields": {"seat": {"other"}}}), {})
	settled.gives == {"toll": "exempt", "meals": "due"}
}

test_a_value_that_only_an_open_article_gives_is_not_told if {
	settle.reading(matter({"other": {"governs": {"road"}, "gives": {"toll": "exempt"}}}), {}).gives == {}
}

until(articles) := settle.reading(object.union(matter({id: {"governs": {"on"}, "where": where, "gives": {"until": value}} | some id, [where, value] in articles}), {"combine": {"until"}}), {}).gives

test_a_combined_value_is_told_unless_a_greater_one_is_open if {
	until({"a": [{"on": true}, 365], "b": [{}, 366]}) == {}
	until({"a": [{"on": true}, 366], "b": [{}, 366]}) == {"until": 366}
	until({"a": [{"on": true}, 366], "b": [{}, 365]}) == {"until": 366}
}

# --- What is told -------------------------------------------------------------------------------------------------

test_of_a_requirement_that_is_met_the_first_way_that_holds_is_told if {
	read(seat({}, {})).told.seat == {"met": {"person", "early", "road", "plain"}, "unmet": set(), "unknown": set()}
	read(seat({}, {"early": false})).told.seat.met == {"person", "unsold", "road", "plain"}
}

test_of_an_open_one_every_way_still_open if {
	read(seat_without({"early", "unsold"})).told.seat.unknown == {"early", "unsold"}
	read(object.union(seat_without({"unsold"}), {"when": {"early": false}})).told.seat == {"met": {"person", "road", "plain"}, "unmet": set(), "unknown": {"unsold"}}
}

test_of_an_unmet_one_the_nearest_ways if {
	read(seat({}, {"early": false, "unsold": false})).told.seat.unmet == {"early", "unsold"}
	nearest := settle.tell_way(-1, [{"a", "b", "c"}, {"a", "d"}], {"met": {"d"}, "unmet": {"a", "b"}}, {"where": {}})
	nearest == {"a", "d"}
}

test_of_an_unmet_one_no_unknown_condition if {
	settle.tell_way(-1, [{"a", "c"}], {"met": set(), "unmet": {"a"}}, {"where": {}}) == {"a"}
}

test_a_way_that_scope_excludes_is_farther_than_any_other if {
	read(seat({}, {"plain": false})).told.seat.unmet == {"plain"}
	far := settle.distance({"rail"}, {"unmet": {"rail"}}, {"where": {"rail": false}})
	far > settle.distance({"a", "b", "c"}, {"unmet": {"a", "b", "c"}}, {"where": {}})
}

test_where_scope_excludes_every_way_all_are_told if {
	read(seat({"road": false}, {})).told.seat.unmet == {"road", "rail"}
}

test_an_article_that_does_not_govern_tells_nothing if {
	read(seat({"person": false}, {})).told.seat == {"met": set(), "unmet": set(), "unknown": set()}
}

test_one_that_may_govern_tells_its_scope_and_what_is_open if {
	read(object.union(seat_without({"person", "early", "unsold"}), {})).told.seat.unknown == {"person", "early", "unsold"}
}

# Articles that give no value, so that nothing hangs on them.
valueless(article) := object.remove(article, {"gives"})

nothing_told := {"met": set(), "unmet": set(), "unknown": set()}

test_one_that_may_govern_and_would_refuse_tells_its_scope_alone if {
	article := valueless(object.union(seat_without({"person"}), {"when": {"plain": false}}))
	read(article).told.seat == {"met": set(), "unmet": set(), "unknown": {"person"}}
	beside := settle.reading(matter({"seat": seat({}, {}), "other": article}), {})
	beside.told.other == {"met": set(), "unmet": set(), "unknown": {"person"}}
}

test_beside_one_that_governs_an_open_article_tells_its_scope_and_what_is_open if {
	beside := settle.reading(matter({"seat": seat({}, {}), "other": valueless(seat_without({"person", "plain"}))}), {})
	beside.told.other.unknown == {"person", "plain"}
}

test_one_that_does_not_govern_tells_no_refusal if {
	beside := settle.reading(matter({"seat": seat({}, {}), "other": valueless(seat({"person": false}, {"plain": false}))}), {})
	beside.told.other == nothing_told
}

test_where_no_article_is_known_to_govern_the_scope_is_what_is_asked if {
	open := read(valueless(seat_without({"person"})))
	open.outcome == "incomplete"
	open.told.seat == {"met": set(), "unmet": set(), "unknown": {"person"}}
}

test_the_scope_is_asked_only_of_those_that_may_govern_and_speak_of_the_answer if {
	silent := {"governs": {"foreign"}, "requires": {"half": {"right": [set()]}}}
	articles := {"seat": valueless(seat_without({"person"})), "out": valueless(seat({"person": false}, {})), "silent": silent}
	told := settle.reading(object.union(matter(articles), {"asked": ["free"]}), {}).told
	told.seat.unknown == {"person"}
	told.out == nothing_told
	told.silent == nothing_told
}

test_that_an_article_governs_another_answer_does_not_settle_who_governs_this_one if {
	silent := {"governs": {"foreign"}, "where": {"foreign": true}, "requires": {"half": {"right": [set()]}}}
	articles := {"seat": valueless(seat_without({"person"})), "silent": silent}
	settle.reading(object.union(matter(articles), {"asked": ["free"]}), {}).told.seat.unknown == {"person"}
}

test_one_that_may_govern_and_is_satisfied_tells_nothing if {
	other := {"governs": {"foreign"}, "requires": {"free": {"seat": [set()]}}}
	settle.reading(matter({"seat": seat({}, {}), "other": other}), {}).told.other == {"met": set(), "unmet": set(), "unknown": set()}
}

test_notes_of_a_grant if read(seat({}, {})).notes == {"seat": {"a", "b", "e"}}

test_notes_of_a_refusal if read(seat({}, {"plain": false})).notes == {"seat": {"a", "c"}}

test_notes_of_an_open_answer if read(seat_without({"plain"})).notes == {"seat": {"a", "d"}}

test_an_article_that_does_not_govern_has_no_notes if {
	read(seat({"person": false}, {})).notes == {}
	read(seat_without({"person"})).notes == {}
}

test_lists_are_those_of_governing_articles if {
	read(seat({}, {})).lists == {"seat": {"absent": {"x"}}}
	read(seat_without({"person"})).lists == {}
}

test_values_are_those_of_articles_that_may_speak if {
	read(seat_without({"person"})).values == {"seat": {"early": {"minimum": 3}}}
	read(seat({"person": false}, {})).values == {}
}

test_what_an_unknown_condition_asks_for if {
	read(object.union(seat_without({"unsold"}), {"when": {"early": false}})).asks == {"seat": {"unsold": {"/seats/sold"}}}
	read(seat_without({"unsold"})).asks == {}
}

test_remedies_are_of_unmet_conditions if {
	read(seat({}, {"plain": false})).remedies == {"seat": {"plain": "another service"}}
	read(seat({}, {})).remedies == {}
}

test_the_failing_requirements_with_the_unmet_conditions_of_their_ways if {
	read(seat({}, {"early": false, "unsold": false})).failing == [{"answer": "free", "article": "seat", "requirement": "seat", "ways": [{"early"}, {"unsold"}]}]
}

test_a_way_that_scope_excludes_has_no_cure if {
	read(seat({}, {"plain": false})).failing == [{"answer": "free", "article": "seat", "requirement": "service", "ways": [{"plain"}]}]
}

test_nothing_fails_where_nothing_is_refused if {
	read(seat({}, {})).failing == []
	read(seat_without({"plain"})).failing == []
}

test_an_article_that_may_not_govern_fails_nothing if every other in [seat_without({"person"}), seat({"person": false}, {})] {
	articles := {"seat": seat({}, {"plain": false}), "other": object.union(other, {"when": {"plain": false}})}
	{failing.article | some failing in settle.reading(matter(articles), {}).failing} == {"seat"}
}

test_only_the_answers_picked_fail if {
	article := object.union(seat({}, {"plain": false}), {"requires": {"half": {"class": [{"plain"}]}}})
	failing := settle.reading(object.union(matter({"seat": article}), {"asked": ["half"]}), {}).failing
	{entry.answer | some entry in failing} == {"half"}
}

test_the_outcomes if {
	read(seat({}, {})).outcome == "allow"
	read(seat_without({"plain"})).outcome == "incomplete"
	read(seat({}, {"plain": false})).outcome == "deny"
}

test_an_answer_not_asked_for_may_be_due if {
	both := object.union(seat({}, {}), {"requires": {"half": {"seat": [{"early"}]}}})
	reading := settle.reading(object.union(matter({"seat": both}), {"asked": ["half"]}), {})
	reading.answers == ["half"]
	reading.due == {"free", "half"}
}

# --- Two readings -------------------------------------------------------------------------------------------------

refused := seat({}, {"plain": false})

plain_aside := {"class": {"met": {"seat": {"plain"}}}}

test_the_courts_may_set_a_condition_aside if {
	readings := settle.readings(matter({"seat": refused}), settle.together(plain_aside))
	readings.text.outcome == "deny"
	readings.case_law.outcome == "allow"
}

test_the_courts_may_leave_a_condition_open if {
	readings := settle.readings(matter({"seat": refused}), settle.together({"channel": {"open": {"seat": {"plain"}}}}))
	readings.case_law.outcome == "incomplete"
}

test_what_is_met_anyway_makes_no_second_reading if {
	not settle.differ(matter({"seat": seat({}, {})}), settle.together(plain_aside))
	readings := settle.readings(matter({"seat": seat({}, {})}), settle.together(plain_aside))
	readings.case_law == readings.text
	readings.text == read(seat({}, {}))
}

test_an_unknown_condition_set_aside_makes_one if settle.differ(matter({"seat": seat_without({"plain"})}), settle.together(plain_aside))

test_a_dispute_over_another_article_makes_none if not settle.differ(matter({"seat": refused}), settle.together({"class": {"met": {"elsewhere": {"plain"}}}}))

court := {"governs": set(), "gives": {"toll": "exempt"}}

test_an_article_may_speak_only_before_the_courts if {
	bench := object.union(matter({"seat": seat({}, {})}), {"yields": {"seat": {"court"}}})
	readings := settle.readings(bench, settle.together({"toll": {"articles": {"court": court}}}))
	readings.text.gives == {"toll": "due"}
	readings.case_law.gives == {"toll": "exempt"}
}

test_of_combined_values_the_greatest_wins_before_the_courts_too if {
	keeping := {id: {"governs": set(), "gives": {"until": until}} | some id, until in {"older": 365, "newer": 366}}
	bench := object.union(matter(keeping), {"combine": {"until"}})
	settle.readings(bench, settle.together({"toll": {"articles": {"court": court}}})).case_law.gives == {"until": 366, "toll": "exempt"}
}

test_positions_come_together if {
	positions := {
		"class": {"met": {"seat": {"plain"}}},
		"window": {"met": {"seat": {"early"}, "other": {"early"}}},
		"channel": {"open": {"seat": {"own"}}},
		"toll": {"articles": {"court": court}},
	}
	settle.together(positions) == {
		"view": {
			"seat": {"met": {"plain", "early"}, "open": {"own"}},
			"other": {"met": {"early"}, "open": set()},
		},
		"articles": {"court": court},
	}
	settle.together({}) == {"view": {}, "articles": {}}
}

touched(article, positions) := settle.touched(positions, bench, settle.readings(bench, settle.together(positions))) if {
	bench := matter({"seat": article})
}

test_a_dispute_touches_an_answer_where_its_condition_is_told_and_not_met if {
	touched(refused, plain_aside) == {"class": {"seat": {"plain"}}}
	touched(seat_without({"plain"}), plain_aside) == {"class": {"seat": {"plain"}}}
	touched(seat({}, {}), plain_aside) == {}
	touched(refused, {"channel": {"open": {"seat": {"plain"}}}}) == {"channel": {"seat": {"plain"}}}
}

test_a_dispute_touches_an_answer_that_is_refused_for_another_reason_too if {
	twice_refused := seat({}, {"plain": false, "early": false, "unsold": false})
	touched(twice_refused, plain_aside) == {"class": {"seat": {"plain"}}}
	touched(twice_refused, {"channel": {"open": {"seat": {"plain"}}}}) == {"channel": {"seat": {"plain"}}}
}

test_a_dispute_touches_a_refusal_that_the_courts_leave_open_by_a_way_that_is_not_told if {
	article := {"governs": set(), "when": {"near": false, "far": false, "farther": false}, "requires": {"free": {"seat": [{"near"}, {"far", "farther"}]}}}
	touched(article, {"window": {"open": {"seat": {"far", "farther"}}}}) == {"window": {"seat": {"far", "farther"}}}
}

# An answer that is not asked for hangs on two conditions.
on_both(window, sure) := object.union(seat({}, {"window": window, "sure": sure}), {"requires": {"other": {"window": [{"window"}], "sure": [{"sure"}]}}})

test_disputes_of_which_either_is_enough_both_touch if {
	window := {"met": {"seat": {"window"}}}
	touched(on_both(false, true), {"one": window, "another": window}) == {"one": {"seat": {"window"}}, "another": {"seat": {"window"}}}
}

test_disputes_that_undo_each_other_touch_nothing if {
	touched(on_both(false, true), {"window": {"met": {"seat": {"window"}}}, "doubt": {"open": {"seat": {"sure"}}}}) == {}
}

test_a_dispute_may_say_itself_that_it_touches if {
	touched(seat({}, {}), {"toll": {"touches": true}}) == {"toll": {}}
	touched(seat({}, {}), {"toll": {"touches": false}}) == {}
}

# An answer that is not asked for, and that the courts alone find due, makes the readings differ.
test_a_dispute_touches_what_is_due_though_its_condition_is_not_told if {
	article := object.union(refused, {"requires": {"other": {"window": [{"window"}]}}, "when": {"window": false}})
	positions := {"window": {"met": {"seat": {"window"}}}, "idle": {"met": {"seat": {"nothing"}}}}
	touched(article, positions) == {"window": {"seat": {"window"}}}
}

test_of_what_is_due_only_the_conditions_that_are_not_met_are_at_issue if {
	article := object.union(refused, {"requires": {"other": {"window": [{"window", "early"}]}}, "when": {"window": false}})
	touched(article, {"window": {"met": {"seat": {"window", "early"}}}}) == {"window": {"seat": {"window"}}}
}

test_a_dispute_that_makes_no_difference_alone_touches_nothing if {
	article := object.union(refused, {"requires": {"other": {"window": [{"window"}]}}, "when": {"window": false}})
	positions := {"window": {"met": {"seat": {"window"}}}, "other": {"met": {"elsewhere": {"window"}}}}
	touched(article, positions) == {"window": {"seat": {"window"}}}
}

test_a_dispute_touches_what_the_courts_leave_open_though_not_told if {
	article := object.union(seat({}, {}), {"requires": {"other": {"window": [{"window"}]}}, "when": {"window": false}})
	touched(article, {"window": {"open": {"seat": {"window"}}}}) == {}
	touched(article, {"window": {"met": {"seat": {"window"}}}}) == {"window": {"seat": {"window"}}}
}

valued(article) := settle.touched(positions, bench, settle.readings(bench, settle.together(positions))) if {
	bench := object.union(matter({"seat": seat({}, {})}), {"yields": {"seat": {"court"}}})
	positions := {"toll": {"articles": {"court": article}}, "class": plain_aside.class}
}

test_a_dispute_touches_a_value_that_the_courts_alone_give if {
	valued(court) == {"toll": {}}
	valued(object.union(court, {"governs": {"foreign"}})) == {"toll": {}}
}

test_an_article_of_the_courts_that_changes_no_value_touches_nothing if {
	valued(object.union(court, {"gives": {"toll": "due"}})) == {}
	valued(object.union(court, {"governs": {"foreign"}, "where": {"foreign": false}})) == {}
}

# --- What can still turn an answer --------------------------------------------------------------------------------

turning(article, reading, suppose) := settle.turning(matter({"seat": article}), settle.together(plain_aside), reading, suppose)

sold := {"/seats/sold": {"seat": ["unsold"]}}

test_a_fact_turns_the_answer_where_all_hangs_on_it if {
	turning(object.union(seat_without({"unsold"}), {"when": {"early": false}}), "text", sold) == {"/seats/sold"}
}

test_a_fact_turns_an_answer_where_a_value_hangs_on_it if {
	exempting := {"governs": {"road"}, "gives": {"toll": "exempt"}}
	bench := object.union(matter({"seat": seat({}, {}), "other": exempting}), {"yields": {"seat": {"other"}}})
	settle.turning(bench, settle.together({}), "text", {"/mode": {"other": ["road"]}}) == {"/mode"}
}

# The first answer hangs on the fact and perhaps on more; the second does not hang on it.
first_or_second(when) := {"governs": set(), "when": when, "requires": {"free": {"seat": [{"unsold"}], "sure": [{"sure"}]}, "half": {"sure": [{"sure"}]}}}

test_a_fact_turns_which_answer_is_due if turning(first_or_second({"sure": true}), "text", sold) == {"/seats/sold"}

test_a_fact_does_not_turn_which_answers_are_open if turning(first_or_second({}), "text", sold) == set()

test_a_fact_does_not_turn_what_is_met_or_refused_anyway if {
	turning(seat_without({"unsold"}), "text", sold) == set()
	turning(object.union(seat_without({"unsold"}), {"when": {"early": false, "plain": false}}), "text", sold) == set()
}

# --- Explanation --------------------------------------------------------------------------------------------------

test_the_whole_tree_is_explained if {
	tree := settle.explain(matter({"seat": refused}), settle.together(plain_aside), "text")
	tree == {"seat": {
		"scope": 1,
		"governs": {"person"},
		"requirements": {"free": {
			"seat": {"state": 1, "ways": [{"state": 1, "conditions": {"early"}}, {"state": 1, "conditions": {"unsold"}}]},
			"service": {"state": -1, "ways": [{"state": -1, "conditions": {"road", "plain"}}, {"state": -1, "conditions": {"rail"}}]},
		}},
		"met": {"person", "road", "early", "unsold"},
		"unmet": {"rail", "plain"},
		"values": {"early": {"minimum": 3}},
	}}
}

test_the_courts_have_a_tree_of_their_own if {
	tree := settle.explain(matter({"seat": refused}), settle.together(plain_aside), "case_law")
	tree.seat.requirements.free.service.state == 1
}

test_an_article_without_values_is_explained_too if {
	settle.explain(matter({"court": court}), settle.together({}), "text").court.values == {}
}

# --- For articles -------------------------------------------------------------------------------------------------

test_a_requirement_fails_when_all_its_ways_are_unmet if {
	ways := [{"not_granted", "early"}, {"not_granted", "unsold"}]
	settle.fails(ways, {"not_granted": false, "early": true}) == true
	settle.fails(ways, {"not_granted": true, "early": true}) == false
	settle.fails(ways, {"not_granted": true, "early": false, "unsold": false}) == true
	not settle.fails(ways, {"not_granted": true, "early": false}) in {true, false}
}

test_the_facts_that_alone_can_still_decide_a_requirement if {
	ways := [{"not_granted", "early"}, {"not_granted", "unsold"}]
	facts := {"granted": {"not_granted", "unsold"}, "sold": {"unsold"}, "departure": {"early"}}
	settle.deciders(ways, {"not_granted": true, "early": false}, facts) == {"granted", "sold"}
	settle.deciders(ways, {"not_granted": true}, facts) == {"granted", "sold", "departure"}
	settle.deciders(ways, {"early": true, "unsold": false}, facts) == {"granted"}
	settle.deciders(ways, {"not_granted": true, "early": true}, facts) == set()
	settle.deciders(ways, {"not_granted": false}, facts) == set()
	settle.deciders(ways, {"early": false}, {"sold": {"unsold"}}) == {"sold"}
}

test_a_key_may_lack if {
	settle.lacks({}, "a")
	settle.lacks({"a": null}, "a")
	not settle.lacks({"a": false}, "a")
}

test_an_article_may_speak_unless_its_scope_is_unmet if {
	settle.may_speak({"person", "road"}, {"person": true, "road": true})
	settle.may_speak({"person", "road"}, {"person": true})
	settle.may_speak(set(), {})
	not settle.may_speak({"person", "road"}, {"person": true, "road": false})
}

test_a_fact_may_turn_the_answer_of_the_courts_alone if {
	article := object.union(seat_without({"unsold"}), {"when": {"early": false, "plain": false}})
	turning(article, "text", sold) == set()
	turning(article, "case_law", sold) == {"/seats/sold"}
}

# Two positions that only together make something due both touch it.
test_disputes_that_count_only_together_all_touch if {
	article := object.union(refused, {"requires": {"other": {"window": [{"window"}], "class": [{"plain_other"}]}}, "when": {"window": false, "plain_other": false}})
	positions := {"window": {"met": {"seat": {"window"}}}, "class": {"met": {"seat": {"plain_other"}}}}
	touched(article, positions) == {"window": {"seat": {"window"}}, "class": {"seat": {"plain_other"}}}
}

# METADATA
# title: settle — how the articles of a question become its answer
# description: |
#   Every state is one of three numbers: 1 met, 0 unknown, -1 unmet. "All of" is the least of them, "any of" the
#   greatest: Kleene's logic. Unknown facts leave conditions undefined, and an undefined condition is unknown.
#
#   A **matter** is what a question brings: `articles` (by id, `norm.article`), the answers `asked` (the preferred
#   first), which article `yields` to which where both give a value, and the values that `combine` (the greatest wins).
#   A **view** is how a reading takes some conditions against the letter: as `met`, as `unmet` or as `open`.
#   A **weight** is what one article says under a view: its scope, its conditions, the state of each requirement.
#
#   The page `settle.md` beside this file explains it with an example.
package lib.settle

import rego.v2

# --- Two readings -----------------------------------------------------------------------------------------------

# METADATA
# title: The letter and the case law
# description: |
#   `disputes` holds the `view` of the courts and the `articles` that speak only there. Where nothing is seen otherwise
#   the second reading is the first.
readings(matter, disputes) := {"text": text, "case_law": text} if {
	not differ(matter, disputes)
	text := reading(matter, {})
}

readings(matter, disputes) := {"text": reading(matter, {}), "case_law": reading(before_the_courts(matter, disputes), disputes.view)} if {
	differ(matter, disputes)
}

differ(_, disputes) if count(disputes.articles) > 0

differ(matter, disputes) if {
	some id, article in matter.articles
	some condition in (taken(disputes.view, id, "met") | taken(disputes.view, id, "open"))
	not article.when[condition] == true
}

# METADATA
# title: The matter as the courts see it
before_the_courts(matter, disputes) := {
	"articles": object.union(matter.articles, disputes.articles),
	"asked": matter.asked,
	"yields": matter.yields,
	"combine": matter.combine,
}

taken(view, id, how) := object.get(view, [id, how], set())

# --- One reading ------------------------------------------------------------------------------------------------

# METADATA
# title: One reading, with all that is told of it
reading(matter, view) := {
	"state": settled.state,
	"outcome": outcome[settled.state],
	"answers": settled.answers,
	"due": settled.due,
	"gives": settled.gives,
	"told": told,
	"failing": failing(matter, weights, settled),
	"notes": {id: notes | some id, article in matter.articles; notes := noted(article, weights[id], settled)},
	"lists": {id: lists | some id, weight in weights; weight.scope == 1; lists := matter.articles[id].lists},
	"values": {id: values | some id, article in matter.articles; values := article.values; weights[id].scope > -1},
	"asks": {id: asks | some id, article in matter.articles; asks := asked_of(article, told[id].unknown); count(asks) > 0},
	"remedies": {id: cures | some id, article in matter.articles; cures := remedies(article, weights[id]); count(cures) > 0},
} if {
	weights := weigh_all(matter, view)
	settled := settle(matter, weights)
	open := hanging(matter, weights, given(matter, weights)) | ungoverned(weights, settled.answers)
	told := {id: tell(article, weights[id], settled.answers, open & {id}) | some id, article in matter.articles}
}

outcome := {1: "allow", 0: "incomplete", -1: "deny"}

# METADATA
# title: The state of a matter, the answers picked, and the values given
settle(matter, weights) := {
	"state": min({best} | {0 | some _ in hanging(matter, weights, gives)}),
	"answers": picked(matter.asked, states, best),
	"due": {answer | some answer, 1 in states},
	"gives": object.remove(gives, open_values(matter, weights, gives)),
} if {
	states := {answer: due(answer, weights) | some weight in weights; some answer, _ in weight.needs}
	best := first_not_refused([object.get(states, answer, -1) | some answer in matter.asked])
	gives := given(matter, weights)
}

# METADATA
# title: When an answer is due
# description: Every article that governs and speaks of it is satisfied, and one at least governs.
due(answer, weights) := min({governed} | {max({weight.needs[answer], 0 - weight.scope}) | some weight in weights}) if {
	governed := max({weight.scope | some weight in weights; weight.needs[answer]})
}

# The first answer sought that is not refused decides; where all are refused, the refusal does.
first_not_refused(states) := array.concat([state | some state in states; state > -1], [-1])[0]

# Of answers that hold the first is enough; of open or refused ones each is told.
picked(asked, states, best) := [answer |
	some i, answer in holders
	i * best < 1
] if {
	holders := [answer | some answer in asked; object.get(states, answer, -1) == best]
}

# --- What one article says --------------------------------------------------------------------------------------

weigh_all(matter, view) := {id: weigh(article, {
	"met": taken(view, id, "met"),
	"unmet": taken(view, id, "unmet"),
	"open": taken(view, id, "open"),
}) |
	some id, article in matter.articles
}

# METADATA
# title: The weight of an article under a view
weigh(article, seen) := {
	"scope": any_of([article.governs], known),
	"met": known.met,
	"unmet": known.unmet,
	"says": says,
	"needs": {answer: min({1} | {state | some state in requirements}) | some answer, requirements in says},
} if {
	known := {"met": (conditions(article, true) | seen.met) - (seen.unmet | seen.open), "unmet": (conditions(article, false) | seen.unmet) - (seen.met | seen.open)}
	says := {answer: {name: any_of(ways, known) | some name, ways in requirements} | some answer, requirements in article.requires}
}

conditions(article, state) := {name | some name, found in article.where; found == state} | {name | some name, found in article.when; found == state}

# METADATA
# title: Any of these ways, each all of its conditions
# description: A way that is all met is enough; a way of which nothing is unmet keeps the matter open.
any_of(ways, known) := max({-1} | {state | some way in ways; state := all_of(way, known)})

all_of(way, known) := -1 if count(way & known.unmet) > 0

all_of(way, known) := 1 if count(way - known.met) == 0

all_of(way, known) := 0 if {
	count(way & known.unmet) == 0
	count(way - known.met) > 0
}

# --- Values of the result ---------------------------------------------------------------------------------------

# METADATA
# title: The values that the governing articles give
# description: |
#   Two values for one name, neither article yielding and the name not combined, are an evaluation error: never a
#   silent choice.
given(matter, weights) := object.union(single, combined) if {
	governing := {id | some id, weight in weights; weight.scope == 1}
	single := {name: value |
		some id in governing
		some name, value in matter.articles[id].gives
		not name in matter.combine
		not yielded(matter, governing, id, name)
	}
	combined := {name: max(values) |
		some name in matter.combine
		values := {value | some id in governing; value := matter.articles[id].gives[name]}
	}
}

yielded(matter, governing, id, name) if {
	some other in (governing & matter.yields[id])
	matter.articles[other].gives[name]
}

# Values that an article whose scope is unknown would change if it governed: they are open, and not told.
open_values(matter, weights, gives) := {name |
	some id in hanging(matter, weights, gives)
	some name, value in matter.articles[id].gives
	would_change(matter, name, value, gives)
}

# Articles whose scope is unknown and that would change a value if they governed.
hanging(matter, weights, gives) := {id |
	some id, weight in weights
	weight.scope == 0
	some name, value in matter.articles[id].gives
	would_change(matter, name, value, gives)
}

# Articles that speak of an answer of which it is not known whether any article governs: their scope is what is asked.
ungoverned(weights, answers) := {id |
	some answer in answers
	max({weight.scope | some weight in weights; weight.needs[answer]}) == 0
	some id, weight in weights
	weight.scope == 0
	weight.needs[answer]
}

would_change(matter, name, value, gives) if {
	name in matter.combine
	max({value, object.get(gives, name, value)}) != object.get(gives, name, null)
}

would_change(matter, name, value, gives) if {
	not name in matter.combine
	object.get(gives, name, null) != value
}

# --- What is told -----------------------------------------------------------------------------------------------

# METADATA
# title: The conditions of an article that are told
# description: |
#   Those of the requirements of the answers picked, where the article governs; and its scope, where it governs or
#   where it might still matter.
tell(article, weight, answers, open) := {
	"met": names & weight.met,
	"unmet": names & weight.unmet,
	"unknown": names - (weight.met | weight.unmet),
} if {
	scopes := ({article.governs | weight.scope == 1} | {article.governs | some _ in open}) | {article.governs | weight.scope == 0; some answer in answers; weight.needs[answer] < 1}
	names := union(scopes | {tell_way(state, article.requires[answer][name], weight, article) |
		some answer in answers
		abs(weight.needs[answer]) <= weight.scope
		some name, state in weight.says[answer]
	})
}

# METADATA
# title: The conditions told of one requirement
# description: The first way that holds; else the ways still open; else the ways nearest to holding.
tell_way(1, ways, weight, _) := [way | some way in ways; count(way - weight.met) == 0][0]

tell_way(0, ways, weight, _) := union({way | some way in ways; count(way & weight.unmet) == 0})

tell_way(-1, ways, weight, article) := union({(way & known) | some i, way in ways; far[i] == min(far)}) if {
	known := weight.met | weight.unmet
	far := [distance(way, weight, article) | some way in ways]
}

# Unmet conditions of substance count one; a way that its scope (`where`) excludes is farther than any other.
distance(way, weight, article) := count(way & weight.unmet) + (100 * count([name | some name in (way & weight.unmet); article.where[name] == false]))

# METADATA
# title: The notes of an article that apply
# description: Of a governing article, those given always, those of the outcome, and those of the answer that is due.
noted(article, weight, settled) := {name | some when in occasions(settled); some name, true in article.notes[when]} if weight.scope == 1

occasions(settled) := {"always", "allow"} | {answer | some answer in settled.answers} if settled.state == 1

occasions(settled) := {"always", outcome[settled.state]} if settled.state < 1

# The facts that an unknown condition of a list asks for, where the article names them itself.
asked_of(article, unknown) := {name: asks | some name in unknown; asks := article.asks[name]}

# METADATA
# title: The requirements that fail, with the unmet conditions of each way
# description: The program looks for a cure in them. Ways that scope excludes are left out.
failing(_, _, settled) := [] if settled.state > -1

failing(matter, weights, settled) := [{"answer": answer, "article": id, "requirement": name, "ways": ways} |
	some answer in settled.answers
	some id, weight in weights
	weight.scope == 1
	some name, -1 in weight.says[answer]
	article := matter.articles[id]
	ways := [(way & weight.unmet) | some way in article.requires[answer][name]; distance(way, weight, article) < 100]
] if {
	settled.state == -1
}

remedies(article, weight) := {name: cure | some name in weight.unmet; cure := article.remedies[name]}

# --- For articles, and for the program ----------------------------------------------------------------------------

# METADATA
# title: Whether a requirement of another article fails
# description: For the norm that begins where another's requirement ends. Undefined while that is unknown.
fails(ways, when) := {1: false, -1: true}[any_of(ways, {
	"met": {name | some name, true in when},
	"unmet": {name | some name, false in when},
})]

# METADATA
# title: The facts that alone can still decide a requirement
# description: |
#   For the article that begins where that requirement ends. `facts` names, for each fact, the conditions that it makes.
deciders(ways, when, facts) := {fact |
	some fact, names in facts
	open := names - (met | unmet)
	any_of(ways, {"met": (met | open), "unmet": unmet}) != any_of(ways, {"met": met, "unmet": (unmet | open)})
} if {
	met := {name | some name, true in when}
	unmet := {name | some name, false in when}
}

# METADATA
# title: Whether a key is missing from an element of a list
lacks(element, key) if object.get(element, key, null) == null

# METADATA
# title: Whether an article may speak
# description: None of the conditions of its scope is unmet.
may_speak(governs, where) if every name in governs {
	not where[name] == false
}

# METADATA
# title: The positions of several disputes as one
# description: |
#   Of each dispute, the conditions that the courts take as `met` or leave `open`, by article, and the `articles` that speak
#   only there.
together(positions) := {
	"view": {id: {"met": united(positions, id, "met"), "open": united(positions, id, "open")} | some id in seen},
	"articles": {id: article | some position in positions; some id, article in position.articles},
} if {
	seen := {id | some position in positions; some how in ["met", "open"]; some id, _ in position[how]}
}

united(positions, id, how) := union({names | some position in positions; names := position[how][id]})

# METADATA
# title: The disputes that touch an answer
# description: |
#   Where a condition that the courts see otherwise is told and is not met, where the dispute says so itself, or where the
#   readings differ and its position, alone or beside the others, makes a difference. To each the conditions at issue, by
#   article.
touched(positions, matter, readings) := {name: at_issue(position, matter, readings.text) |
	some name, position in positions
	touches(name, positions, matter, readings)
}

touches(name, positions, _, _) if positions[name].touches

touches(name, positions, _, readings) if count(issues_told(positions[name], readings.text)) > 0

# Alone it would change the letter's answer.
touches(name, positions, matter, readings) if {
	answered(readings.text) != answered(readings.case_law)
	answered_by({name: positions[name]}, matter) != answered(readings.text)
}

# Without it the courts' answer would be another: it counts together with others.
touches(name, positions, matter, readings) if {
	answered(readings.text) != answered(readings.case_law)
	answered_by(object.remove(positions, {name}), matter) != answered(readings.case_law)
}

answered_by(positions, matter) := answered(settle(seen.matter, weigh_all(seen.matter, seen.view))) if {
	seen := seen_by(matter, together(positions), "case_law")
}

answered(settled) := [settled.state, settled.due, settled.gives]

at_issue(position, _, reading) := issues_told(position, reading) if count(issues_told(position, reading)) > 0

at_issue(position, matter, reading) := issues_not_met(position, matter) if count(issues_told(position, reading)) == 0

issues_told(position, reading) := {id: names |
	some how in ["met", "open"]
	some id, seen in position[how]
	names := seen & (reading.told[id].unmet | reading.told[id].unknown)
	count(names) > 0
}

issues_not_met(position, matter) := {id: names |
	some how in ["met", "open"]
	some id, seen in position[how]
	names := {name | some name in seen; article := matter.articles[id]; not article.when[name] == true}
	count(names) > 0
}

# The matter and the view of a reading.
seen_by(matter, _, "text") := {"matter": matter, "view": {}}

seen_by(matter, disputes, "case_law") := {"matter": before_the_courts(matter, disputes), "view": disputes.view}

# METADATA
# title: The facts that can still turn an answer
# description: |
#   `suppose` names, for each unknown fact, the unknown conditions that read it. The fact can turn the answer when it is
#   not the same with all of them met as with all of them unmet: the answer follows each condition in one direction only,
#   so nothing between the two can be outside them.
turning(matter, disputes, name, suppose) := {fact |
	some fact, conditions in suppose
	supposed_answer(seen, conditions, "met") != supposed_answer(seen, conditions, "unmet")
} if {
	seen := seen_by(matter, disputes, name)
}

# Which answer it is matters once it is due; of an open or refused matter only that it is so.
supposed_answer(seen, conditions, state) := [settled.state, answers, settled.gives] if {
	settled := settle(seen.matter, weigh_all(seen.matter, supposed(seen.view, conditions, state)))
	answers := [answer | settled.state == 1; some answer in settled.answers]
}

supposed(view, conditions, state) := {id: object.union(object.get(view, id, {}), {state: (names | taken(view, id, state))}) |
	some id in (object.keys(view) | object.keys(conditions))
	names := {name | some name in object.get(conditions, id, [])}
}

# METADATA
# title: The whole tree of a matter
# description: |
#   Every article that might speak, with the state of its scope, of each requirement, of each way and of each condition.
explain(matter, disputes, name) := {id: explained(article, weights[id]) | some id, article in seen.matter.articles} if {
	seen := seen_by(matter, disputes, name)
	weights := weigh_all(seen.matter, seen.view)
}

explained(article, weight) := {
	"scope": weight.scope,
	"governs": article.governs,
	"requirements": {answer: {name: {"state": any_of(ways, weight), "ways": [{"state": all_of(way, weight), "conditions": way} | some way in ways]} | some name, ways in requirements} | some answer, requirements in article.requires},
	"met": weight.met,
	"unmet": weight.unmet,
	"values": object.get(article, "values", {}),
}

// Package facts reads a request, checks it against one JSON Schema, and measures it.
//
// The schema belongs to a policy set and says everything this package knows of a fact: its type, its limits, how it is
// asked for, which strings are private, what it defaults to, and which facts must agree with each other. The package
// itself names no fact and holds no number of the law: it turns instants into nanoseconds, dates into days, births into
// completed years and pairs of texts into equality, at the same paths for every fact of that type, and leaves all
// judgement to the policies.
//
// The way through is Load once per policy set, then Parse and Measure per request. All types are safe for concurrent
// use once made; a Request never changes, With returns another.
//
// Beside the JSON Schema keywords, a schema may say:
//
//	x-title-en    the English title of a fact
//	x-ask         {"pt-BR", "en"}: the sentence that asks a clerk for the fact
//	x-unit        the unit of a number
//	x-values      the names of an enum's values for people: {"<value>": {"pt-BR", "en"}}, all or none
//	x-private     the string never leaves this package but by Text
//	x-recorded    a private string that may be kept with the decision
//	x-given       a group: input.given tells which of its private strings are there
//	x-default-from  a fact stands in for this one when it is absent
//	x-not-after, x-not-before  the other instant or date that bounds this one, inclusive
//	x-sum-with    this count and the other together may not pass this one's maximum
//	x-at-most     the other count bounds this one
//	x-years-to    input.years tells the completed years from this date to the other instant's civil date; nothing else is
//	              told of the date, and it is not kept with the decision
//	x-same        {"name", "as", "fold"}: input.same tells whether this text equals the other
//	x-period      "month" (2026-07) or "quarter" (2026-Q3)
//
// A reference to another fact is its JSON Pointer in the request, or a relative one of the form 1/name for a sibling.
package facts

# METADATA
# title: Who may do what
# description: |
#   The input is a caller, an action and the carrier whose thing is touched ("" for none). `allow` is true or false; a
#   refusal has a `reason` for people. What is absent, of another type or not named here is refused.
#
#   A carrier reaches what is its own. Nobody but a regulator makes a revision the law that is served, and whoever runs
#   the system neither approves nor activates one. The caller `local` is whoever sits at a machine without any key or account.
package deferido.access

import rego.v2

# METADATA
# title: Roles
roles := {"admin", "carrier", "lawyer", "local", "regulator"}

# METADATA
# title: Actions
actions := {
	"carriers.read",
	"carriers.write",
	"decide",
	"decisions.erase",
	"decisions.list",
	"decisions.read",
	"drafts.try",
	"drafts.write",
	"journal.verify",
	"keys.manage",
	"metrics.read",
	"reports.import",
	"reports.read",
	"revisions.activate",
	"revisions.approve",
	"revisions.read",
	"ticket.print",
	"users.manage",
}

# --- What each role may do ----------------------------------------------------------------------------------------

# METADATA
# title: Everywhere
# description: >-
#   What a role may do whatever carrier is touched. The register of carriers, the proof of the journal and the law in the making are
#   for all; what a draft would have answered tells of everybody's decisions, and is not.
everywhere := {
	"admin": actions - {"revisions.approve", "revisions.activate"},
	"regulator": (for_all | {
		"decide",
		"decisions.list",
		"decisions.read",
		"drafts.try",
		"drafts.write",
		"reports.read",
		"revisions.activate",
		"revisions.approve",
	}),
	"lawyer": (for_all | {"decide", "decisions.list", "decisions.read", "drafts.try", "revisions.approve"}),
	"carrier": for_all,
	"local": actions - {"revisions.approve", "revisions.activate", "keys.manage", "users.manage"},
}

for_all := {"carriers.read", "journal.verify", "revisions.read"}

# METADATA
# title: On its own
# description: What a carrier may do where the thing is its own.
on_its_own := {"decide", "decisions.list", "decisions.read", "reports.import", "reports.read", "ticket.print"}

# METADATA
# title: Without a carrier named
# description: What a carrier may do where no carrier is named. A list without one would show everybody's.
unnamed := {"decide"}

# --- The answer ---------------------------------------------------------------------------------------------------

# METADATA
# title: Whether the caller may
# entrypoint: true
default allow := false

allow if {
	known.caller
	known.resource
	input.action in everywhere[input.caller.role]
}

allow if {
	known.caller
	input.caller.role == "carrier"
	input.resource.carrier == input.caller.carrier
	input.action in on_its_own
}

allow if {
	known.caller
	input.caller.role == "carrier"
	input.resource.carrier == ""
	input.action in unnamed
}

# METADATA
# title: What of the input is as it must be
# description: A caller has an id; one that is a carrier's has the carrier, and no other one does.
known contains "caller" if {
	input.caller.role in (roles - {"carrier"})
	input.caller.carrier == ""
	identified
}

known contains "caller" if {
	input.caller.role == "carrier"
	is_string(input.caller.carrier)
	input.caller.carrier != ""
	identified
}

known contains "resource" if is_string(input.resource.carrier)

known contains "action" if input.action in actions

identified if {
	is_string(input.caller.id)
	input.caller.id != ""
}

# --- Why not ------------------------------------------------------------------------------------------------------

# METADATA
# title: Why the caller may not
# description: The first of the faults there are; nothing where the caller may.
reason := sentences[faults[0]] if not allow

faults := [fault | some fault in ["caller", "action", "resource", "others", "local", "role"]; fault in refused]

refused contains part if some part in ({"caller", "action", "resource"} - known)

# A carrier that may do it, elsewhere.
refused contains "others" if {
	input.caller.role == "carrier"
	input.action in on_its_own
}

refused contains "local" if input.caller.role == "local"

refused contains "role"

sentences := {
	"caller": {
		"pt-BR": "Quem chama não é conhecido aqui.",
		"en": "The caller is not known here.",
	},
	"action": {
		"pt-BR": "Não há essa operação.",
		"en": "There is no such operation.",
	},
	"resource": {
		"pt-BR": "Não se sabe de que transportadora se trata.",
		"en": "It is not known which carrier's it is.",
	},
	"others": {
		"pt-BR": "Uma transportadora só alcança o que é dela.",
		"en": "A carrier reaches only what is its own.",
	},
	"local": {
		"pt-BR": sprintf("Sem chave isso não se faz. Use uma de papel que o permita: %s.", [concat(", ", sort(able))]),
		"en": sprintf("This is not done without a key. Use one of a role that permits it: %s.", [concat(", ", sort(able))]),
	},
	"role": {
		"pt-BR": sprintf("Este papel não permite isso. Estes permitem: %s.", [concat(", ", sort({names["pt-BR"][role] | some role in able}))]),
		"en": sprintf("This role does not permit it. These do: %s.", [concat(", ", sort({names.en[role] | some role in able}))]),
	},
}

# The roles that may do it.
able contains role if {
	some role in roles
	input.action in (everywhere[role] | object.get(own, role, set()))
}

# What people call the roles. Keys are made with the names that these have here.
names := {
	"pt-BR": {
		"admin": "administração",
		"carrier": "transportadora",
		"lawyer": "jurídico",
		"local": "quem está na máquina do serviço",
		"regulator": "regulação",
	},
	"en": {
		"admin": "administrator",
		"carrier": "carrier",
		"lawyer": "lawyer",
		"local": "whoever sits at the service's machine",
		"regulator": "regulator",
	},
}

own := {"carrier": on_its_own}

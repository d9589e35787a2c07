package deferido.access_test

import rego.v2

import data.deferido.access

# --- The whole matrix ---------------------------------------------------------------------------------------------

# How far each role goes with each action: everywhere, on its own, on its own or without a carrier named, nowhere.
matrix := {
	"decide": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "own or none", "local": "all"},
	"decisions.read": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "own", "local": "all"},
	"decisions.list": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "own", "local": "all"},
	"decisions.erase": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "no", "local": "all"},
	"ticket.print": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "own", "local": "all"},
	"reports.read": {"admin": "all", "regulator": "all", "lawyer": "no", "carrier": "own", "local": "all"},
	"reports.import": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "own", "local": "all"},
	"carriers.read": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "all", "local": "all"},
	"carriers.write": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "no", "local": "all"},
	"journal.verify": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "all", "local": "all"},
	"metrics.read": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "no", "local": "all"},
	"keys.manage": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "no", "local": "no"},
	"users.manage": {"admin": "all", "regulator": "no", "lawyer": "no", "carrier": "no", "local": "no"},
	"revisions.read": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "all", "local": "all"},
	"drafts.try": {"admin": "all", "regulator": "all", "lawyer": "all", "carrier": "no", "local": "all"},
	"drafts.write": {"admin": "all", "regulator": "all", "lawyer": "no", "carrier": "no", "local": "all"},
	"revisions.approve": {"admin": "no", "regulator": "all", "lawyer": "all", "carrier": "no", "local": "no"},
	"revisions.activate": {"admin": "no", "regulator": "all", "lawyer": "no", "carrier": "no", "local": "no"},
}

reaches := {"all": {"own", "other", "none"}, "own or none": {"own", "none"}, "own": {"own"}, "no": set()}

touched := {"own": "expresso-azul", "other": "viacao-verde", "none": ""}

callers := {
	"admin": {"id": "aaaaaaaaaa", "role": "admin", "carrier": ""},
	"regulator": {"id": "bbbbbbbbbb", "role": "regulator", "carrier": ""},
	"lawyer": {"id": "cccccccccc", "role": "lawyer", "carrier": ""},
	"carrier": {"id": "dddddddddd", "role": "carrier", "carrier": "expresso-azul"},
	"local": {"id": "local", "role": "local", "carrier": ""},
}

asks(caller, action, carrier) := {"caller": caller, "action": action, "resource": {"carrier": carrier}}

test_every_cell_of_the_matrix if {
	every action, row in matrix {
		every role, reach in row {
			every whose, carrier in touched {
				expected := whose in reaches[reach]
				access.allow == expected with input as asks(callers[role], action, carrier)
			}
		}
	}
}

test_the_matrix_holds_every_action if object.keys(matrix) == access.actions

test_the_matrix_holds_every_role if {
	every row in matrix {
		object.keys(row) == access.roles
	}
}

test_whoever_may_is_given_no_reason if {
	every action, row in matrix {
		every role, _ in row {
			told := count({r | r := access.reason with input as asks(callers[role], action, "")})
			access.allow == [true, false][told] with input as asks(callers[role], action, "")
		}
	}
}

# --- What is not as it must be ------------------------------------------------------------------------------------

whole := asks(callers.admin, "decide", "")

of_a_carrier := asks(callers.carrier, "decide", "expresso-azul")

test_what_the_faults_start_from_is_allowed if {
	access.allow with input as whole
	access.allow with input as of_a_carrier
}

test_nothing_is_refused if {
	access.allow == false with input as {}
	access.reason == access.sentences.caller with input as {}
}

test_an_absent_part_is_refused if {
	every part in ["caller", "caller/id", "caller/role", "caller/carrier", "action", "resource", "resource/carrier"] {
		every asked in [whole, of_a_carrier] {
			access.allow == false with input as json.remove(asked, [part])
		}
	}
}

# Every text is an id, and the carrier of somebody: an admin may decide whosever it is.
test_a_part_of_another_type_is_refused if {
	every part in ["caller", "caller/id", "caller/role", "caller/carrier", "action", "resource", "resource/carrier"] {
		every value in [null, false, true, 7, [], {}, ["carrier"]] {
			every asked in [whole, of_a_carrier] {
				access.allow == false with input as json.patch(asked, [{"op": "replace", "path": part, "value": value}])
			}
		}
	}
}

test_an_unknown_name_is_refused if {
	every part in ["caller/role", "caller/carrier", "action"] {
		every asked in [whole, of_a_carrier] {
			access.allow == false with input as json.patch(asked, [{"op": "replace", "path": part, "value": "presidente"}])
		}
	}
}

test_a_caller_without_an_id_is_refused if {
	access.allow == false with input as asks(object.union(callers.admin, {"id": ""}), "decide", "")
	access.allow == false with input as asks(object.union(callers.carrier, {"id": ""}), "decide", "expresso-azul")
}

test_a_carrier_without_its_carrier_is_refused if {
	caller := object.union(callers.carrier, {"carrier": ""})
	access.allow == false with input as asks(caller, "decisions.list", "")
	access.reason == access.sentences.caller with input as asks(caller, "decisions.list", "")
}

test_no_other_role_has_a_carrier if {
	every role in access.roles - {"carrier"} {
		access.allow == false with input as asks(object.union(callers[role], {"carrier": "expresso-azul"}), "decide", "expresso-azul")
	}
}

# --- Reasons ------------------------------------------------------------------------------------------------------

test_an_unknown_action_is_told if access.reason == access.sentences.action with input as asks(callers.admin, "govern", "")

test_an_absent_carrier_is_told if access.reason == access.sentences.resource with input as {"caller": callers.admin, "action": "decide", "resource": {}}

test_another_carriers_thing_is_told if access.reason == access.sentences.others with input as asks(callers.carrier, "decisions.read", "viacao-verde")

test_a_list_of_no_carrier_is_told_as_others if access.reason == access.sentences.others with input as asks(callers.carrier, "decisions.list", "")

test_what_asks_for_a_key_names_the_roles_that_may if {
	reason := access.reason with input as asks(callers.local, "revisions.approve", "")
	reason.en == "This is not done without a key. Use one of a role that permits it: lawyer, regulator."
}

test_what_a_role_may_not_names_the_roles_that_may if {
	reason := access.reason with input as asks(callers.lawyer, "ticket.print", "")
	reason["pt-BR"] == "Este papel não permite isso. Estes permitem: administração, quem está na máquina do serviço, transportadora."
}

test_every_role_has_a_name_in_each_language if {
	every lang in ["pt-BR", "en"] {
		object.keys(access.names[lang]) == access.roles
	}
}

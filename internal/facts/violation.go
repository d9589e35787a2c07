package facts

import (
	"strconv"
	"strings"
)

// Code names what is wrong with a field.
type Code string

// The codes of a Violation.
const (
	CodeRequired   Code = "required"      // a required field is absent
	CodeUnknown    Code = "unknown-key"   // the object has no such key
	CodeNull       Code = "null"          // null is no value
	CodeType       Code = "type"          // another JSON type is wanted
	CodeInteger    Code = "integer"       // an integer was written with a fraction or an exponent
	CodePrecision  Code = "precision"     // more digits than are compared exactly
	CodeMinimum    Code = "minimum"       // below the least value
	CodeMaximum    Code = "maximum"       // above the greatest value
	CodeEnum       Code = "enum"          // not one of the values
	CodeLength     Code = "max-length"    // too many characters
	CodeItems      Code = "max-items"     // too many items
	CodePattern    Code = "pattern"       // not of the form
	CodeDate       Code = "date"          // not of the form YYYY-MM-DD
	CodeDateTime   Code = "date-time"     // not of the form of an instant
	CodeNoOffset   Code = "no-offset"     // an instant without an offset
	CodeOffset     Code = "offset"        // an offset that does not exist
	CodeNoSuchDay  Code = "no-such-day"   // a day that the calendar does not have
	CodeNoSuchHour Code = "no-such-hour"  // an hour, minute or second that the day does not have
	CodeLeapSecond Code = "leap-second"   // the second 60
	CodeFraction   Code = "fraction"      // more than nine digits of a second
	CodeNotAfter   Code = "not-after"     // later than the other fact
	CodeNotBefore  Code = "not-before"    // earlier than the other fact
	CodeSum        Code = "sum"           // together with the other fact above the greatest value
	CodeAtMost     Code = "at-most"       // more than the other fact
	CodeNoPlace    Code = "no-such-place" // a change that leads nowhere
)

// Args are what a Violation's sentence is made of. All of it comes from the schema, nothing from the request.
type Args struct {
	Type             string   // the JSON type wanted
	Format           string   // "date", "date-time", "month", "quarter" or empty
	Unit             string   // "centavos", "km" or empty
	Minimum, Maximum string   // decimal, or empty
	MaxLength        int      // characters, or 0
	MaxItems         int      // or 0
	Allowed          []string // the values or, for an unknown key, the keys
	Other            string   // the pointer of the other fact of a rule between two
	otherName        text
}

// Violation is one field to correct.
type Violation struct {
	// Pointer is the JSON Pointer (RFC 6901) of the field in the request; keys longer than 200 bytes are cut.
	Pointer string
	Code    Code
	Args    Args
}

// Message says in lang ("pt-BR" or "en") what is to be corrected, without any value that was sent.
func (v Violation) Message(lang string) string {
	reason := reasons[v.Code].in(lang)
	if strings.Contains(reason, "{other}") {
		reason = strings.ReplaceAll(reason, "{other}", "«"+v.Args.otherName.in(lang)+"» ("+v.Args.Other+")")
	}
	reason = strings.ReplaceAll(reason, "{max}", v.Args.Maximum)
	switch v.Code {
	case CodeUnknown:
		if len(v.Args.Allowed) == 0 {
			return reason
		}
		return reason + " " + text{"Chaves aceitas aqui: ", "Keys accepted here: "}.in(lang) + strings.Join(v.Args.Allowed, ", ") + "."
	case CodeNotAfter, CodeNotBefore, CodeSum, CodeAtMost, CodeNoPlace:
		return reason
	}
	return reason + " " + text{"Informe ", "Give "}.in(lang) + v.Args.expectation(lang) + "."
}

var reasons = map[Code]text{
	CodeRequired:   {"Campo obrigatório ausente.", "A required field is absent."},
	CodeUnknown:    {"Chave desconhecida.", "Unknown key."},
	CodeNull:       {"Nulo não é um valor: omita o que não se sabe.", "Null is no value: leave out what is not known."},
	CodeType:       {"Tipo errado.", "Wrong type."},
	CodeInteger:    {"Número inteiro não leva fração nem expoente.", "An integer has no fraction and no exponent."},
	CodePrecision:  {"Número com dígitos demais: no máximo 18 significativos.", "A number with too many digits: at most 18 significant ones."},
	CodeMinimum:    {"Abaixo do mínimo.", "Below the minimum."},
	CodeMaximum:    {"Acima do máximo.", "Above the maximum."},
	CodeEnum:       {"Valor fora da lista.", "Not one of the values."},
	CodeLength:     {"Texto longo demais.", "The text is too long."},
	CodeItems:      {"Itens demais.", "Too many items."},
	CodePattern:    {"Forma errada.", "Wrong form."},
	CodeDate:       {"Não é uma data.", "Not a date."},
	CodeDateTime:   {"Não é data e hora.", "Not a date and time."},
	CodeNoOffset:   {"Falta o deslocamento em relação a UTC.", "The offset from UTC is missing."},
	CodeOffset:     {"O deslocamento em relação a UTC não existe.", "There is no such offset from UTC."},
	CodeNoSuchDay:  {"O dia não existe no calendário.", "There is no such day in the calendar."},
	CodeNoSuchHour: {"A hora não existe.", "There is no such hour."},
	CodeLeapSecond: {"O segundo 60 não é aceito.", "The second 60 is not accepted."},
	CodeFraction:   {"A fração de segundo tem no máximo nove dígitos.", "A fraction of a second has at most nine digits."},
	CodeNotAfter:   {"Não pode ser posterior a {other}.", "It cannot be later than {other}."},
	CodeNotBefore:  {"Não pode ser anterior a {other}.", "It cannot be earlier than {other}."},
	CodeSum:        {"Somado a {other}, passa de {max}.", "Together with {other} it exceeds {max}."},
	CodeAtMost:     {"Não pode ser maior que {other}.", "It cannot be more than {other}."},
	CodeNoPlace:    {"A alteração não leva a lugar nenhum.", "The change leads nowhere."},
}

// expectation says what the field takes.
func (a Args) expectation(lang string) string {
	if len(a.Allowed) > 0 {
		return text{"um destes valores: ", "one of these values: "}.in(lang) + strings.Join(a.Allowed, ", ")
	}
	if f, ok := formats[a.Format]; ok {
		return f.in(lang)
	}
	s := typeNames[a.Type].in(lang)
	and := text{" a ", " to "}.in(lang)
	switch {
	case a.Minimum != "" && a.Maximum != "":
		s += text{" de ", " from "}.in(lang) + a.Minimum + and + a.Maximum
	case a.Minimum != "":
		s += text{" de no mínimo ", " of at least "}.in(lang) + a.Minimum
	case a.Maximum != "":
		s += text{" de no máximo ", " of at most "}.in(lang) + a.Maximum
	case a.MaxLength > 0:
		s += text{" de até ", " of up to "}.in(lang) + strconv.Itoa(a.MaxLength) + text{" caracteres", " characters"}.in(lang)
	case a.MaxItems > 0:
		s += text{" de até ", " of up to "}.in(lang) + strconv.Itoa(a.MaxItems) + text{" itens", " items"}.in(lang)
	}
	if a.Unit != "" {
		s += text{", em ", ", in "}.in(lang) + a.Unit
	}
	return s
}

var formats = map[string]text{
	"date":      {"uma data como AAAA-MM-DD", "a date as YYYY-MM-DD"},
	"date-time": {"data e hora como AAAA-MM-DDTHH:MM:SS seguidas do deslocamento, Z ou ±HH:MM até 14:00", "a date and time as YYYY-MM-DDTHH:MM:SS followed by the offset, Z or ±HH:MM up to 14:00"},
	"month":     {"um mês como AAAA-MM", "a month as YYYY-MM"},
	"quarter":   {"um trimestre como AAAA-Q1 a AAAA-Q4", "a quarter as YYYY-Q1 to YYYY-Q4"},
}

var typeNames = map[string]text{
	"object":  {"um objeto", "an object"},
	"array":   {"uma lista", "a list"},
	"string":  {"um texto", "a text"},
	"integer": {"um número inteiro", "an integer"},
	"number":  {"um número", "a number"},
	"boolean": {"true ou false", "true or false"},
}

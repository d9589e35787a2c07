package portal

import (
	"net/url"
	"slices"
	"strings"

	"deferido/internal/identity"
)

// publishRoutes are the addresses of what leads a draft into service, and of the revisions that were.
var publishRoutes = slices.Concat(impactRoutes, approvalRoutes, scheduleRoutes, revisionRoutes)

// whyNot tells why whoever looks may not do something, which names who may; empty where they may.
func (v *visit) whyNot(action identity.Action) string {
	err := v.may(action, v.Caller.Carrier)
	if err == nil {
		return ""
	}
	f := failureOf(err)
	if said := f.said.In(v.lang); said != "" {
		return said
	}
	return v.t(f.key+".text", f.args...)
}

// area is a field for several lines, for the template publish/area.
type area struct {
	field
	Rows     int
	Readonly bool
}

// typedText is what was typed into a field, with plain line ends and nothing around it.
func typedText(form url.Values, name string) string {
	return strings.TrimSpace(strings.ReplaceAll(form.Get(name), "\r\n", "\n"))
}

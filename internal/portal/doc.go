// Package portal is what people see in a browser: the counter, the law and how it is applied, what was decided, and the life
// of a change. Its pages are written on the server and complete without JavaScript. They use the services of the program in
// process; what they need of them are the interfaces of options.go.
//
// A page is a handler (handler, routes.go), a template and its words:
//
//   - Handlers get a *visit, which is the request with its language and who looks, and call render with the name of a
//     template and its data, or return an error: a *failure becomes the page that it says, anything else the page of an
//     internal error. Files are grouped as the pages are: counter, decisions, law, ledger, drafts, accounts, home.
//   - Templates lie in templates/<group>/<name>.html and are parsed once for each language, so that {{t "key"}} needs no
//     context. Components lie in templates/components, each with a golden test and a place in the gallery (gallery.go).
//   - Words lie in words/<language>/<group>.yaml with the same keys in both; a key is "<group>.<path>". Sentences of the law,
//     limits and reasons come from the policy set and are never written there.
//
// No personal fact stands in an address, a title or the log.
package portal

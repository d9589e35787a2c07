package httpapi

import "github.com/gin-gonic/gin"

// Routed are the routes of the Gin engine.
func Routed(a *API) gin.RoutesInfo { return a.engine.Routes() }

// Operations are the ids of all routes, each with whether a caller must be known to use it.
func Operations() map[string]bool {
	all := map[string]bool{}
	for i := range routes {
		all[routes[i].id] = routes[i].action != ""
	}
	return all
}

// ReferenceOf, ItemsOf and Accepts are tried on texts of any kind.
var (
	ReferenceOf = referenceOf
	ItemsOf     = itemsOf
	Accepts     = accepts
	LanguageOf  = languageOf
)

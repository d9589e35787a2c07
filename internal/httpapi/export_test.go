package httpapi

import "github.com/gin-gonic/gin"

// Routed are the routes of the Gin engine.
func Routed(a *API) gin.RoutesInfo { return a.engine.Routes() }

// Operations are the ids of the routes, each with whether a caller must be known to use it. The life of policy sets is not among
// them.
func Operations() map[string]bool {
	all := map[string]bool{}
	for _, table := range [][]route{decidingRoutes, pastRoutes, documentRoutes, reportRoutes, carrierRoutes, lawRoutes, operationRoutes} {
		for i := range table {
			all[table[i].id] = table[i].action != ""
		}
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

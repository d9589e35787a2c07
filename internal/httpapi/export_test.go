package httpapi

import "github.com/gin-gonic/gin"

// Routed are the routes of the Gin engine.
func Routed(a *API) gin.RoutesInfo { return a.engine.Routes() }

// ReferenceOf, ItemsOf and Accepts are tried on texts of any kind.
var (
	ReferenceOf = referenceOf
	ItemsOf     = itemsOf
	Accepts     = accepts
	LanguageOf  = languageOf
)

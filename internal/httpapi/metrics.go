package httpapi

import "github.com/gin-gonic/gin"

// metrics answers GET /metrics, in the form that the scraper asks for.
func (a *API) metrics(c *gin.Context, x *exchange) *refusal {
	x.writeBy(a.Timeouts.Write)
	c.Writer.Header().Del("Content-Language")
	a.Metrics.Handler().ServeHTTP(c.Writer, c.Request)
	return nil
}

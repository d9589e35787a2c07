package portal

// ledgerRoutes are the addresses of this group of pages.
var ledgerRoutes = []route{}

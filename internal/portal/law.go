package portal

// lawRoutes are the addresses of this group of pages.
var lawRoutes = []route{}

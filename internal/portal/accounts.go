package portal

// accountRoutes are the addresses of this group of pages.
var accountRoutes = []route{}

package portal

// counterRoutes are the addresses of this group of pages.
var counterRoutes = []route{}

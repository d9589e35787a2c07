package portal

// decisionRoutes are the addresses of this group of pages.
var decisionRoutes = []route{}

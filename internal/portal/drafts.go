package portal

// draftRoutes are the addresses of this group of pages.
var draftRoutes = []route{}

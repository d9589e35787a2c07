// Package policies carries the law in the binary: the norms with their texts, the parameters, the decisions, the
// disputes and the schemas of the folders beside this file.
package policies

import "embed"

// FS is the policies tree as it stands in the source, rooted at this folder: norms/<norm>/norm.yaml,
// params/minimum_wage.yaml, decision/grant.rego and so on. The pattern takes whatever the folders hold; a folder that
// is still empty is simply not there.
//
//go:embed */*
var FS embed.FS

package revision

import "io/fs"

// Tree is the content of a revision: the policies, rooted as policies.FS is, and the cases, in cases/<id>.json.
type Tree struct {
	Policies fs.FS
	Cases    fs.FS // nil for none
}

// Package bundle writes a policy set as an OPA bundle signed with ES256, which the stock opa serves with the same documents
// at data.decision.<question>, and reads one back.
//
// A bundle is a tar under gzip. Every file of the revision stands in it under its own path (the cases in cases/), so that the
// stock opa finds the Rego where it looks for it and passes over the texts, the manifests of the norms, the parameters, the
// schemas and the cases, whose names mean nothing to it. Beside them are two files of OPA's: .manifest says what the bundle is,
// and .signatures.json holds one token that signs the digest of every other file, .manifest included. The stock opa refuses a
// bundle with a file that the token does not name, or without one that it names; so nothing needs a covering of its own.
//
// What OPA's digests leave open (the spaces of its structured files, the headers of the archive) Import closes: it hashes the
// revision over the bytes, and takes no archive but the one that Export would write of what it read.
package bundle

import (
	"io/fs"
	"time"
)

// The two files of a bundle that are not part of its revision.
const (
	manifestFile   = ".manifest"
	signaturesFile = ".signatures.json"
)

// casesFolder is where a revision has its cases.
const casesFolder = "cases"

// Content is what a bundle is made of.
type Content struct {
	Policies fs.FS
	Cases    fs.FS     // the folder cases of it is taken, as engine.Load does; nil for none
	Revision string    // engine.Revision of the two
	Seq      int       // of the activation that the bundle carries, from 1
	MadeAt   time.Time // given, so that equal content gives equal bytes
}

// Options bound what Import takes.
type Options struct {
	MinSeq   int   // the sequence number of the active set: a bundle with a lower one is refused, one with the same is not
	MaxBytes int64 // of the bundle, packed and unpacked each; DefaultMaxBytes where it is zero
	MaxFiles int   // DefaultMaxFiles where it is zero
}

// The bounds of a bundle where Options say none.
const (
	DefaultMaxBytes = 64 << 20
	DefaultMaxFiles = 10_000
)

func (o Options) bounded() Options {
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxFiles == 0 {
		o.MaxFiles = DefaultMaxFiles
	}
	return o
}

// Imported is what a bundle held. Its trees are in memory and are safe for concurrent use.
type Imported struct {
	Policies fs.FS // without the cases
	Cases    fs.FS // cases/…; nil where there are none
	Revision string
	Seq      int
	MadeAt   time.Time // UTC
	KeyID    string    // of the key that signed it
}

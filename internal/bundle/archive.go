package bundle

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// maxRatio is how many times its size a bundle may unpack to. Text gives about ten; anything is let pass up to freeBytes.
const (
	maxRatio  = 100
	freeBytes = 1 << 20
)

// entry is a file of an archive.
type entry struct {
	name    string
	content []byte
}

// pack writes entries as a tar, in their order: equal entries give equal bytes.
func pack(w io.Writer, entries []entry) error {
	t := tar.NewWriter(w)
	for _, e := range entries {
		header := tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: 0o644, Size: int64(len(e.content))}
		if err := t.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := t.Write(e.content); err != nil {
			return err
		}
	}
	return t.Close()
}

// inflate reads the tar out of a bundle, within the bounds.
func inflate(r io.Reader, o Options) ([]byte, error) {
	packed, err := io.ReadAll(io.LimitReader(r, o.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading a bundle: %w", err)
	}
	if int64(len(packed)) > o.MaxBytes {
		return nil, refuse(TooLarge, o.MaxBytes)
	}
	rest := bytes.NewReader(packed)
	z, err := gzip.NewReader(rest)
	if err != nil {
		return nil, refuse(Unreadable)
	}
	z.Multistream(false)
	ratio := max(freeBytes, maxRatio*int64(len(packed)))
	unpacked, err := io.ReadAll(io.LimitReader(z, min(ratio, o.MaxBytes)+1))
	switch {
	case err != nil:
		return nil, refuse(Unreadable)
	case int64(len(unpacked)) > o.MaxBytes:
		return nil, refuse(TooLarge, o.MaxBytes)
	case int64(len(unpacked)) > ratio:
		return nil, refuse(Bomb, maxRatio)
	case rest.Len() > 0: // something after the end
		return nil, refuse(Form)
	}
	return unpacked, nil
}

// unpack reads the entries of a tar: plain files under names of their own that lead nowhere else.
func unpack(archive []byte, o Options) ([]entry, error) {
	t := tar.NewReader(bytes.NewReader(archive))
	var entries []entry
	taken := newNames()
	left := o.MaxBytes
	for n := 1; ; n++ {
		header, err := t.Next()
		switch {
		case errors.Is(err, io.EOF):
			return entries, nil
		case errors.Is(err, tar.ErrInsecurePath):
			return nil, refuse(BadName, n)
		case err != nil:
			return nil, refuse(Unreadable)
		case n > o.MaxFiles:
			return nil, refuse(TooMany, o.MaxFiles)
		}
		if err := acceptable(header, n, taken); err != nil {
			return nil, err
		}
		// The size that a header claims may be far more than the archive holds: a sparse file.
		content, err := io.ReadAll(io.LimitReader(t, left+1))
		if err != nil {
			return nil, refuse(Unreadable)
		}
		if left -= int64(len(content)); left < 0 {
			return nil, refuse(TooLarge, o.MaxBytes)
		}
		entries = append(entries, entry{header.Name, content})
	}
}

// acceptable refuses a header that is not that of a plain file under a name of its own.
func acceptable(header *tar.Header, n int, taken names) error {
	switch header.Typeflag {
	case tar.TypeReg:
	case tar.TypeLink, tar.TypeSymlink:
		return refuse(Link, n)
	default:
		return refuse(Special, n)
	}
	if header.Name != manifestFile && header.Name != signaturesFile && !portable(header.Name) {
		return refuse(BadName, n)
	}
	if !taken.take(header.Name) {
		return refuse(Duplicate, n)
	}
	return nil
}

// comparison is a writer that takes only the bytes that it expects.
type comparison struct{ rest []byte }

var errDiffers = errors.New("other bytes than expected")

func (c *comparison) Write(p []byte) (int, error) {
	rest, same := bytes.CutPrefix(c.rest, p)
	if !same {
		return 0, errDiffers
	}
	c.rest = rest
	return len(p), nil
}

// packsTo tells whether entries, packed, are an archive to the last byte.
func packsTo(entries []entry, archive []byte) bool {
	c := &comparison{archive}
	return pack(c, entries) == nil && len(c.rest) == 0
}

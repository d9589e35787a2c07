package lifecycle

import (
	"context"
	"io/fs"

	"deferido/internal/engine"
)

// DraftTree are the files of a draft: those of its base, as it changes them.
func (o *Office) DraftTree(ctx context.Context, d *Draft) (fs.FS, error) {
	base, err := o.Tree(ctx, d.Base)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	err = engine.EachFile(base, nil, func(name string, content []byte) error {
		files[name] = content
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err := o.db.QueryContext(ctx, o.db.Bind("SELECT path, content FROM draft_files WHERE draft = ?"), d.ID)
	if err != nil {
		return nil, unavailable("reading a draft", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var content []byte
		if err := rows.Scan(&name, &content); err != nil {
			return nil, unavailable("reading a draft", err)
		}
		if delete(files, name); content != nil {
			files[name] = content
		}
	}
	if err := rows.Err(); err != nil {
		return nil, unavailable("reading a draft", err)
	}
	return engine.Tree(files)
}

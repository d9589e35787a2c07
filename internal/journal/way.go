package journal

import (
	"context"
	"database/sql"
	"math"
	"slices"

	"deferido/internal/decision"
)

// stretch is the part of the index that a page of a list lies in: from a time up to a position that is not in it.
type stretch struct {
	since  int64
	before position
}

func stretchOf(f decision.Filter, before position) stretch {
	s := stretch{math.MinInt64, before}
	if !f.From.IsZero() {
		s.since = nanoseconds(f.From)
	}
	if !f.To.IsZero() {
		if until := (position{nanoseconds(f.To), math.MinInt64}); until.before(before) {
			s.before = until
		}
	}
	return s
}

// way is how the next records of a list are found: by the index of one facet, or of several of which an entry has one, and by
// looking each entry up in those of others.
type way struct {
	stretch
	walked, probed []int64
}

// The limits of a way.
const (
	scattered   = 3    // days over which a page lies, from which on it is worth to ask which way is the shortest
	classesMost = 64   // that are walked at once
	talliesMost = 1000 // that are read, beside one for each record, to find where the next records lie
)

// way finds the way to the next records, of which most are wanted. It is nil where there are none. The tallies tell on which
// days they lie, and of which classes they are, so that few that are looked for among many are found soon. While they do not
// tell of all, it is the way by the facet that is likely the rarest.
func (r *Reader) way(ctx context.Context, tx *sql.Tx, w wants, s stretch, most int) (*way, error) {
	standard := &way{s, w.facets[:1], w.facets[1:]}
	left, err := r.backlog(ctx, tx)
	if err != nil || left > 0 {
		return standard, err
	}
	near, err := r.nearest(ctx, tx, w, s, most)
	switch {
	case err != nil:
		return nil, err
	case near.unknown:
		return standard, nil
	case len(near.classes) == 0:
		return nil, nil
	}
	standard.stretch = s.within(near.first, near.last)
	if near.last-near.first < scattered {
		return standard, nil
	}
	return r.shortest(ctx, tx, w, standard, near)
}

// within is the part of a stretch that lies in some days.
func (s stretch) within(first, last int64) stretch {
	s.since = max(s.since, startOf(first))
	if end := (position{startOf(last + 1), math.MinInt64}); end.before(s.before) {
		s.before = end
	}
	return s
}

// near is where the next records of a list lie.
type near struct {
	unknown     bool // there are too many tallies
	first, last int64
	classes     []int64
}

// nearest reads the tallies from the newest day on, until there are as many records as wanted. Of the first day some may have
// been listed already.
func (r *Reader) nearest(ctx context.Context, tx *sql.Tx, w wants, s stretch, most int) (near, error) {
	begun := dayOf(s.before.at)
	query := nearestQuery(w, span{from: dayOf(s.since), until: begun + 1}, most+talliesMost)
	rows, err := tx.QueryContext(ctx, r.db.Bind(query.text.String()), query.args...)
	if err != nil {
		return near{}, err
	}
	defer rows.Close()
	var n near
	records, read := 0, 0
	for ; rows.Next(); read++ {
		var day, class, counted int64
		if err := rows.Scan(&day, &class, &counted); err != nil {
			return near{}, err
		}
		if records >= most && day < n.first {
			return n, nil
		}
		if read == 0 {
			n.last = day
		}
		if n.first = day; day < begun {
			records += int(counted)
		}
		if !slices.Contains(n.classes, class) {
			n.classes = append(n.classes, class)
		}
	}
	n.unknown = read == most+talliesMost
	return n, rows.Err()
}

func nearestQuery(w wants, days span, most int) *statement {
	return (&statement{}).add("SELECT t.day, t.class, t.n").ofDays(w, days).add(" ORDER BY t.day DESC LIMIT ?", most)
}

// shortest is the way by the provision, by the carrier or by the classes, whichever has the fewest entries.
func (r *Reader) shortest(ctx context.Context, tx *sql.Tx, w wants, standard *way, n near) (*way, error) {
	days := span{from: n.first, until: n.last + 1}
	best, fewest := standard, math.MaxInt
	consider := func(among wants, walked []int64) error {
		entries, err := r.total(ctx, tx, countQuery(among, days, math.MaxInt32))
		if err == nil && entries < fewest {
			probed := slices.DeleteFunc(slices.Clone(w.facets), func(facet int64) bool { return slices.Contains(walked, facet) })
			best, fewest = &way{standard.stretch, walked, probed}, entries
		}
		return err
	}
	if w.provision != 0 {
		if err := consider(wants{provision: w.provision}, []int64{w.provision}); err != nil {
			return nil, err
		}
	}
	if w.carrier != 0 {
		if err := consider(wants{carrier: w.carrier}, []int64{w.carrier}); err != nil {
			return nil, err
		}
	}
	if len(n.classes) > classesMost {
		return best, nil
	}
	if err := consider(wants{class: w.class}, n.classes); err != nil {
		return nil, err
	}
	if slices.Equal(best.walked, n.classes) { // whose entries have all that is wanted of a class
		best.probed = slices.DeleteFunc(best.probed, func(facet int64) bool { return slices.Contains(w.class, facet) })
	}
	return best, nil
}

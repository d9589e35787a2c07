-- +goose Up
-- What a decision is found by, its carrier and its provisions apart, is its class: a facet of its own, of these facets.
CREATE TABLE class_facets (
    facet INTEGER NOT NULL,
    class INTEGER NOT NULL,
    PRIMARY KEY (facet, class)
) WITHOUT ROWID;

-- How many decisions there are of a class on a day: of a provision and a carrier, both facets, 0 for whichever. Each writer has
-- rows of its own, so that none waits for another; they are changed in place. day is from 1970-01-01 on, at UTC−03:00.
CREATE TABLE tallies (
    provision INTEGER NOT NULL,
    carrier   INTEGER NOT NULL,
    day       INTEGER NOT NULL,
    class     INTEGER NOT NULL,
    chain     INTEGER NOT NULL,
    n         INTEGER NOT NULL,
    PRIMARY KEY (provision, carrier, day, class, chain)
) WITHOUT ROWID;

-- The last entry of a chain whose writer knew of all this. Those after it, and those of before this migration, are put into the
-- index later, from the last to the first of each row of the backlog: a start need not wait for them.
ALTER TABLE chains ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE backlog (
    chain INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last  INTEGER NOT NULL,
    PRIMARY KEY (chain, first)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE backlog;
ALTER TABLE chains DROP COLUMN indexed;
DROP TABLE tallies;
DROP TABLE class_facets;
DELETE FROM entry_facets WHERE facet IN (SELECT facet FROM facets WHERE kind IN ('revision', 'dispute', 'class'));

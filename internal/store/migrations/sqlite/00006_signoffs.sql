-- +goose Up
-- The revision that a provision was signed under, and the day whose law was read; empty for signatures of before.
ALTER TABLE seals ADD COLUMN revision TEXT NOT NULL DEFAULT '';
ALTER TABLE seals ADD COLUMN day TEXT NOT NULL DEFAULT '';

-- What lawyers hold of the readings: the last word of each, bound to the text of the reading and to the rules that rest on it.
CREATE TABLE verdicts (
    reading  TEXT NOT NULL,
    lawyer   TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    comment  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    revision TEXT NOT NULL,
    parts    BLOB NOT NULL,
    PRIMARY KEY (reading, lawyer)
);

-- Problems that somebody sees in a provision. They hang on words of its text.
CREATE TABLE remarks (
    id         TEXT PRIMARY KEY,
    provision  TEXT NOT NULL,
    quote      TEXT NOT NULL,
    text       TEXT NOT NULL,
    author     TEXT NOT NULL,
    at         INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    settled_by TEXT NOT NULL,
    settled_at INTEGER
);

-- The hashes of all that can be signed of a revision, by how they are made: they depend on nothing else.
CREATE TABLE fingerprints (
    revision TEXT NOT NULL,
    form     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    prints   BLOB NOT NULL,
    PRIMARY KEY (revision, form)
);

-- +goose Down
DROP TABLE fingerprints;
DROP TABLE remarks;
DROP TABLE verdicts;
ALTER TABLE seals DROP COLUMN day;
ALTER TABLE seals DROP COLUMN revision;

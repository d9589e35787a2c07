-- +goose Up
-- What a store knows of itself.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- The chains of records, one a writer. seq and hash are those of the last entry.
CREATE TABLE chains (
    chain INTEGER PRIMARY KEY,
    seq   INTEGER NOT NULL,
    hash  BLOB NOT NULL
);

-- n is seq × 1024 + chain: unique without coordination, and ascending within a chain. salt and content are null once erased.
CREATE TABLE entries (
    n          INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL UNIQUE,
    at         INTEGER NOT NULL, -- nanoseconds since 1970 UTC
    prev       BLOB NOT NULL,
    salt       BLOB,
    content    BLOB,
    commitment BLOB NOT NULL,
    hash       BLOB NOT NULL
);

-- What decisions are found by: question, outcome, provision …; each kind and value has a number.
CREATE TABLE facets (
    facet INTEGER PRIMARY KEY,
    kind  TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, value)
);
CREATE TABLE entry_facets (
    facet INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    n     INTEGER NOT NULL,
    PRIMARY KEY (facet, at, n)
) WITHOUT ROWID;

-- Idempotency keys, hashed.
CREATE TABLE once (
    key  BLOB PRIMARY KEY,
    body BLOB NOT NULL,
    id   TEXT NOT NULL,
    at   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX once_at ON once (at);
CREATE INDEX once_id ON once (id);

-- Each policy set that decided anything, as a zip of its files.
CREATE TABLE policy_sets (
    revision TEXT PRIMARY KEY,
    at       INTEGER NOT NULL,
    archive  BLOB NOT NULL
);

CREATE TABLE signers (
    signer     TEXT PRIMARY KEY,
    public_key BLOB NOT NULL,
    at         INTEGER NOT NULL
);
CREATE TABLE checkpoints (
    chain     INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    sealed    INTEGER NOT NULL, -- the last entry of the chain that it covers
    at        INTEGER NOT NULL,
    statement BLOB NOT NULL, -- what is signed
    signer    TEXT NOT NULL REFERENCES signers (signer),
    signature BLOB NOT NULL,
    PRIMARY KEY (chain, number),
    UNIQUE (chain, sealed)
);

-- +goose Down
DROP TABLE checkpoints;
DROP TABLE signers;
DROP TABLE policy_sets;
DROP TABLE once;
DROP TABLE entry_facets;
DROP TABLE facets;
DROP TABLE entries;
DROP TABLE chains;
DROP TABLE meta;

-- +goose Up
-- What a store knows of itself.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- The chains of records, one a writer. seq and hash are those of the last entry.
CREATE TABLE chains (
    chain BIGINT PRIMARY KEY,
    seq   BIGINT NOT NULL,
    hash  BYTEA NOT NULL
);

-- n is seq × 1024 + chain: unique without coordination, and ascending within a chain. salt and content are null once erased.
CREATE TABLE entries (
    n          BIGINT PRIMARY KEY,
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL UNIQUE,
    at         BIGINT NOT NULL, -- nanoseconds since 1970 UTC
    prev       BYTEA NOT NULL,
    salt       BYTEA,
    content    BYTEA,
    commitment BYTEA NOT NULL,
    hash       BYTEA NOT NULL
);

-- Compressing a content the faster way, where the server has it, saves a third of what an append costs.
-- +goose StatementBegin
DO $$
BEGIN
    ALTER TABLE entries ALTER COLUMN content SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL; -- it compresses as it always did
END
$$;
-- +goose StatementEnd

-- What decisions are found by: question, outcome, provision …; each kind and value has a number.
CREATE TABLE facets (
    facet BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind  TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, value)
);
CREATE TABLE entry_facets (
    facet BIGINT NOT NULL,
    at    BIGINT NOT NULL,
    n     BIGINT NOT NULL,
    PRIMARY KEY (facet, at, n)
);

-- Idempotency keys, hashed.
CREATE TABLE once (
    key  BYTEA PRIMARY KEY,
    body BYTEA NOT NULL,
    id   TEXT NOT NULL,
    at   BIGINT NOT NULL
);
CREATE INDEX once_at ON once (at);
CREATE INDEX once_id ON once (id);

-- Each policy set that decided anything, as a zip of its files.
CREATE TABLE policy_sets (
    revision TEXT PRIMARY KEY,
    at       BIGINT NOT NULL,
    archive  BYTEA NOT NULL
);

CREATE TABLE signers (
    signer     TEXT PRIMARY KEY,
    public_key BYTEA NOT NULL,
    at         BIGINT NOT NULL
);
CREATE TABLE checkpoints (
    chain     BIGINT NOT NULL,
    number    BIGINT NOT NULL,
    sealed    BIGINT NOT NULL, -- the last entry of the chain that it covers
    at        BIGINT NOT NULL,
    statement BYTEA NOT NULL, -- what is signed
    signer    TEXT NOT NULL REFERENCES signers (signer),
    signature BYTEA NOT NULL,
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

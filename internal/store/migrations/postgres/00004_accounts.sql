-- +goose Up
-- The people who sign in. password is the argon2id hash of whoever is known here (source "local"), and empty for whoever a
-- provider knows (source "oidc"), as the subject of an issuer. Nobody is ever removed: what they did stays theirs.
CREATE TABLE users (
    login        TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    role         TEXT NOT NULL,
    carrier      TEXT NOT NULL,
    source       TEXT NOT NULL,
    issuer       TEXT NOT NULL,
    subject      TEXT NOT NULL,
    password     TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    disabled_at  BIGINT,
    signed_in_at BIGINT
);
CREATE UNIQUE INDEX users_subject ON users (issuer, subject) WHERE source = 'oidc';

-- Who is signed in: token is the SHA-256 of what the browser has. A backup holds none of the tables from here on: whoever
-- restores it has people sign in again.
CREATE TABLE sessions (
    token    BYTEA PRIMARY KEY,
    login    TEXT NOT NULL REFERENCES users (login),
    began_at BIGINT NOT NULL,
    used_at  BIGINT NOT NULL
);
CREATE INDEX sessions_login ON sessions (login);

-- The code that makes the first administrator, as its SHA-256.
CREATE TABLE first_code (
    code BYTEA PRIMARY KEY
);

-- Those who went to a provider to sign in and have not come back: state is the SHA-256 of what their browser has.
CREATE TABLE oidc_visits (
    state    BYTEA PRIMARY KEY,
    nonce    TEXT NOT NULL,
    verifier TEXT NOT NULL,
    redirect TEXT NOT NULL,
    back     TEXT NOT NULL,
    at       BIGINT NOT NULL
);

-- +goose Down
DROP TABLE oidc_visits;
DROP TABLE first_code;
DROP TABLE sessions;
DROP TABLE users;

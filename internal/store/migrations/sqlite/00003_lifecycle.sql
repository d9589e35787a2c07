-- +goose Up
-- Drafts of policy sets. base is the revision that they begin from; fingerprint the revision that was submitted, if any.
CREATE TABLE drafts (
    id          TEXT PRIMARY KEY,
    base        TEXT NOT NULL,
    title       TEXT NOT NULL,
    author      TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    state       TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    submitted_at INTEGER
);

-- What a draft changes of its base; content is null where a file is deleted.
CREATE TABLE draft_files (
    draft     TEXT NOT NULL REFERENCES drafts (id),
    path      TEXT NOT NULL,
    content   BLOB,
    edited_by TEXT NOT NULL,
    edited_at INTEGER NOT NULL,
    PRIMARY KEY (draft, path)
);

-- What others said of a submitted draft: approved or returned, of which fingerprint.
CREATE TABLE reviews (
    draft       TEXT NOT NULL REFERENCES drafts (id),
    number      INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    reviewer    TEXT NOT NULL,
    role        TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    comment     TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (draft, number)
);
CREATE INDEX reviews_fingerprint ON reviews (fingerprint);

-- Which revision is in service from when: only ever added to. stops is the activation that a stop calls off.
CREATE TABLE activations (
    seq       INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL,
    revision  TEXT NOT NULL,
    from_at   INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    caller    TEXT NOT NULL,
    reason    TEXT NOT NULL,
    approvals BLOB NOT NULL,
    stops     INTEGER
);

-- A lawyer's signature over the text, the rule, the tests and the cases of a provision, by their hashes.
CREATE TABLE seals (
    provision TEXT NOT NULL,
    signer    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    parts     BLOB NOT NULL,
    PRIMARY KEY (provision, signer)
);

-- Answers that came out otherwise under an approved set that was tried in the shadow of the one in service.
CREATE TABLE shadows (
    revision TEXT NOT NULL,
    question TEXT NOT NULL,
    before   TEXT NOT NULL,
    after    TEXT NOT NULL,
    answers  INTEGER NOT NULL,
    example  TEXT NOT NULL,
    PRIMARY KEY (revision, question, before, after)
);

-- What checking a revision found, by the program that checked it: it depends on nothing else.
CREATE TABLE checks (
    revision TEXT NOT NULL,
    program  TEXT NOT NULL,
    at       INTEGER NOT NULL,
    report   BLOB NOT NULL,
    PRIMARY KEY (revision, program)
);

-- +goose Down
DROP TABLE checks;
DROP TABLE shadows;
DROP TABLE seals;
DROP TABLE activations;
DROP TABLE reviews;
DROP TABLE draft_files;
DROP TABLE drafts;

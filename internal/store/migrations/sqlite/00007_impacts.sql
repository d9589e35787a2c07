-- +goose Up
-- What a draft as it stood (revision) would change of what was decided, as somebody measured it: over everything, or a part.
CREATE TABLE impacts (
    id       TEXT PRIMARY KEY,
    draft    TEXT NOT NULL REFERENCES drafts (id),
    revision TEXT NOT NULL,
    caller   TEXT NOT NULL,
    at       INTEGER NOT NULL,
    whole    INTEGER NOT NULL,
    content  BLOB NOT NULL
);
CREATE INDEX impacts_draft ON impacts (draft, at);

-- Grants that a draft as it stood would refuse, by question and by the provision that refuses them, and why that is meant. The
-- text is empty until somebody gives it.
CREATE TABLE reversals (
    draft     TEXT NOT NULL REFERENCES drafts (id),
    revision  TEXT NOT NULL,
    question  TEXT NOT NULL,
    provision TEXT NOT NULL,
    answers   INTEGER NOT NULL,
    text      TEXT NOT NULL,
    author    TEXT NOT NULL,
    at        INTEGER,
    PRIMARY KEY (draft, revision, question, provision)
);

-- Requests to go back to a revision that wait for a second person. after_seq is the last activation that was known then; outcome
-- is empty while the request waits.
CREATE TABLE rollback_requests (
    id        TEXT PRIMARY KEY,
    revision  TEXT NOT NULL,
    reason    TEXT NOT NULL,
    caller    TEXT NOT NULL,
    role      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    after_seq INTEGER NOT NULL,
    outcome   TEXT NOT NULL
);

-- +goose Down
DROP TABLE rollback_requests;
DROP TABLE reversals;
DROP TABLE impacts;

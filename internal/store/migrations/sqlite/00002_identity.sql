-- +goose Up
-- secret is the SHA-256 of the key's secret part. Instants are nanoseconds since 1970 UTC.
CREATE TABLE api_keys (
    id         TEXT PRIMARY KEY,
    secret     BLOB NOT NULL,
    role       TEXT NOT NULL,
    carrier    TEXT NOT NULL,
    label      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
);

-- document is the carrier as JSON.
CREATE TABLE carriers (
    id       TEXT PRIMARY KEY,
    document BLOB NOT NULL
);

-- What carriers tell for the quarterly report: the section of each ticket, and the passengers that no decision counts.
CREATE TABLE report_sections (
    decision TEXT PRIMARY KEY,
    carrier  TEXT NOT NULL,
    section  TEXT NOT NULL
);
CREATE TABLE report_counts (
    carrier         TEXT NOT NULL,
    month           TEXT NOT NULL,
    section         TEXT NOT NULL,
    paying          INTEGER,
    disability_pass INTEGER,
    PRIMARY KEY (carrier, month, section)
);

-- +goose Down
DROP TABLE report_counts;
DROP TABLE report_sections;
DROP TABLE carriers;
DROP TABLE api_keys;

-- A slip-box as an SQLite file: `slipconv export NAME.slipbox --to sqlite -o NAME.sqlite`.
--
-- The tables are for reading with sqlite3, Datasette, pandas and the like. `slipconv import` makes a bundle again of
-- `bundle` and `file`, if the file was written with `--attachments embed`.
--
-- Identifiers are UUIDs in lower case. Times are RFC 3339 in UTC, such as 2024-05-06T07:30:00Z, so that they sort as text and
-- SQLite's date functions take them. Positions count from 0.

-- The header says what the file is: SLIp, form 2. Form 1 had no properties, keywords above others, saved searches, manual
-- links and items of sources.
PRAGMA application_id = 1397508464;
PRAGMA user_version = 2;

-- Facts about the whole: `form` 2, `tool`, `manifest` (the bundle's manifest.xml), and `seal`, by which `export --replace`
-- knows that the file is an export and that nobody has changed it.
CREATE TABLE bundle (name TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE folder (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  parent TEXT REFERENCES folder (uuid),        -- null at the top
  position INTEGER NOT NULL,            -- among the folders of the same parent
  created TEXT,
  path TEXT NOT NULL,                   -- names from the top, joined by /
  depth INTEGER NOT NULL,               -- 0 at the top
  search TEXT,                          -- the words of a saved search
  predicate TEXT                        -- the predicate of a saved search
);

-- Each folder with itself (distance 0), its parent (1) and so on, for notes in a folder and all below it.
CREATE TABLE folder_ancestor (
  folder TEXT NOT NULL REFERENCES folder (uuid),
  ancestor TEXT NOT NULL REFERENCES folder (uuid),
  distance INTEGER NOT NULL,
  PRIMARY KEY (folder, ancestor)
) WITHOUT ROWID;

CREATE TABLE keyword (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  parent TEXT REFERENCES keyword (uuid), -- null at the top
  path TEXT NOT NULL,                   -- names from the top, joined by /
  red REAL NOT NULL, green REAL NOT NULL, blue REAL NOT NULL, opacity REAL NOT NULL -- 0 to 1
);

-- Where notes came from.
CREATE TABLE source (
  key TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  format TEXT NOT NULL,
  length INTEGER NOT NULL,
  sha256 TEXT NOT NULL,                 -- of the imported file
  modified TEXT
);

CREATE TABLE note (
  id INTEGER PRIMARY KEY,               -- of this file only; note_search refers to it
  uuid TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  folded_title TEXT NOT NULL,           -- without regard to case and accents
  status TEXT NOT NULL,                 -- draft, review or archived
  favorite INTEGER NOT NULL,            -- 0 or 1
  position INTEGER NOT NULL,            -- among the notes of the same folder
  created TEXT,
  modified TEXT,
  zone_is_unknown INTEGER NOT NULL,     -- 1 where the dates came without a time zone
  folder TEXT REFERENCES folder (uuid),
  source TEXT REFERENCES source (key),
  source_item TEXT,                     -- the note's id in a source of many notes
  text TEXT NOT NULL,                   -- the plain text
  body TEXT NOT NULL                    -- the path of the RTF in `file`
);

CREATE TABLE note_keyword (
  note TEXT NOT NULL REFERENCES note (uuid),
  keyword TEXT NOT NULL REFERENCES keyword (uuid),
  position INTEGER NOT NULL,
  PRIMARY KEY (note, keyword)
) WITHOUT ROWID;

CREATE TABLE note_link (
  note TEXT NOT NULL REFERENCES note (uuid),
  target TEXT NOT NULL REFERENCES note (uuid),
  position INTEGER NOT NULL,
  manual INTEGER NOT NULL,              -- 1 where no text makes the link
  PRIMARY KEY (note, target)
) WITHOUT ROWID;

CREATE TABLE attachment (
  sha256 TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  extension TEXT NOT NULL,
  length INTEGER NOT NULL,
  width INTEGER, height INTEGER,        -- in pixels
  path TEXT NOT NULL,                   -- in `file`
  thumbnail TEXT                        -- in `file`
);

CREATE TABLE note_attachment (
  note TEXT NOT NULL REFERENCES note (uuid),
  position INTEGER NOT NULL,
  attachment TEXT NOT NULL REFERENCES attachment (sha256),
  name TEXT NOT NULL,
  description TEXT,
  PRIMARY KEY (note, position)
) WITHOUT ROWID;

-- Properties of notes, folders and files of notes. Names may repeat. Kinds are text, number, date, boolean and uri.
CREATE TABLE note_property (
  note TEXT NOT NULL REFERENCES note (uuid),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (note, position)
) WITHOUT ROWID;

CREATE TABLE folder_property (
  folder TEXT NOT NULL REFERENCES folder (uuid),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (folder, position)
) WITHOUT ROWID;

CREATE TABLE note_attachment_property (
  note TEXT NOT NULL REFERENCES note (uuid),
  attachment INTEGER NOT NULL,          -- the position in note_attachment
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (note, attachment, position)
) WITHOUT ROWID;

-- The files of the bundle. The content is there with `--attachments embed` only.
CREATE TABLE file (
  path TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  length INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  content BLOB
);

-- Full text: SELECT note.title FROM note JOIN note_search ON note.id = note_search.rowid WHERE note_search MATCH 'honey'.
CREATE VIRTUAL TABLE note_search USING fts5 (
  title, text, content = 'note', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);

-- A note with its folder's path, its keywords and its counts on one row.
CREATE VIEW note_full AS
SELECT
  note.uuid, note.title, note.status, note.favorite, note.created, note.modified, folder.path AS folder,
  (SELECT group_concat(name, ', ') FROM
    (SELECT keyword.name AS name FROM note_keyword JOIN keyword ON keyword.uuid = note_keyword.keyword
     WHERE note_keyword.note = note.uuid ORDER BY note_keyword.position)) AS keywords,
  (SELECT count(*) FROM note_link WHERE note_link.note = note.uuid) AS links,
  (SELECT count(*) FROM note_link WHERE note_link.target = note.uuid) AS backlinks,
  (SELECT count(*) FROM note_attachment WHERE note_attachment.note = note.uuid) AS attachments,
  source.path AS source, note.text
FROM note LEFT JOIN folder ON folder.uuid = note.folder LEFT JOIN source ON source.key = note.source;

-- Which note links where, by title.
CREATE VIEW link_full AS
SELECT note.uuid, note.title, target.uuid AS target_uuid, target.title AS target_title
FROM note_link JOIN note ON note.uuid = note_link.note JOIN note AS target ON target.uuid = note_link.target;

-- Keywords with the number of their notes.
CREATE VIEW keyword_full AS
SELECT keyword.uuid, keyword.name, keyword.path, count(note_keyword.note) AS notes
FROM keyword LEFT JOIN note_keyword ON note_keyword.keyword = keyword.uuid GROUP BY keyword.uuid;

CREATE INDEX note_status ON note (status, favorite, created);
CREATE INDEX note_created ON note (created);
CREATE INDEX note_modified ON note (modified);
CREATE INDEX note_folder ON note (folder);
CREATE INDEX note_folded_title ON note (folded_title);
CREATE INDEX property_name ON note_property (name, value);
CREATE INDEX keyword_note ON note_keyword (keyword, note);
CREATE INDEX link_target ON note_link (target, note);
CREATE INDEX folder_below ON folder_ancestor (ancestor, folder);
CREATE INDEX attachment_note ON note_attachment (attachment, note);

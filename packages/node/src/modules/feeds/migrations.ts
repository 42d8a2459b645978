import type { DdlTraits, Migration } from "../../store/database.ts";

/** Feeds that the owner reads beside nodes, their entries, and texts to read later. Nothing in them is signed. */
const reading: Migration = {
  name: "0020-reading",
  statements: (ddl) => [
    feeds(ddl),
    "create index feeds_due on feeds (next_fetch_at) where next_fetch_at is not null",
    feedEntries(ddl),
    "create index feed_entries_newest on feed_entries (sort_time, id)",
    "create index feed_entries_of_feed on feed_entries (feed_id, sort_time, id)",
    readLater(ddl),
    "create index read_later_newest on read_later (is_done, saved_at, id)",
  ],
};

const feeds = ({ id, integer, text, tableOptions }: DdlTraits): string => `create table feeds (
  id ${id},
  url ${text} not null unique,
  title ${text} not null,
  site_url ${text},
  folder ${text},
  etag ${text},
  last_modified ${text},
  body_hash ${text},
  created_at ${integer} not null,
  fetched_at ${integer},
  next_fetch_at ${integer},
  failures ${integer} not null,
  last_error ${text}
)${tableOptions}`;

const feedEntries = ({ id, integer, text, tableOptions }: DdlTraits): string => `create table feed_entries (
  id ${id},
  feed_id ${integer} not null references feeds (id) on delete cascade,
  guid_hash ${text} not null,
  url ${text},
  title ${text} not null,
  html ${text},
  base_url ${text} not null,
  author ${text},
  file_url ${text},
  file_type ${text},
  sort_time ${integer} not null,
  seen_at ${integer} not null,
  unique (feed_id, guid_hash)
)${tableOptions}`;

const readLater = ({ id, integer, text, tableOptions }: DdlTraits): string => `create table read_later (
  id ${id},
  subject ${text} not null unique,
  url ${text},
  title ${text} not null,
  source ${text} not null,
  body ${text},
  format ${text} not null check (format in ('markdown', 'html')),
  base_url ${text} not null,
  written_at ${integer} not null,
  saved_at ${integer} not null,
  is_done ${integer} not null check (is_done in (0, 1))
)${tableOptions}`;

/** Adds the time at which an entry of a feed was published; its position in the timeline is the time at which it came. */
const feedArrivals: Migration = {
  name: "0026-feed-arrivals",
  statements: ({ integer }) => [
    `alter table feed_entries add column published_at ${integer} not null default 0`,
    "update feed_entries set published_at = sort_time",
  ],
};

/** The migrations of the module's tables. */
export const migrations: readonly Migration[] = [reading, feedArrivals];

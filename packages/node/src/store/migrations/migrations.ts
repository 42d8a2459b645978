import type { DdlTraits, Migration } from "../database.ts";
import { queueIndexes, start } from "./0001-start.ts";
import { access } from "./0002-access.ts";
import { comments } from "./0003-comments.ts";
import { jobs } from "./0004-jobs.ts";
import { search } from "./0005-search.ts";
import { imports } from "./0021-imports.ts";
import { openKinds } from "./0022-open-kinds.ts";
import { beFound } from "./0023-be-found.ts";
import { peerEvents } from "./0024-peer-events.ts";
import { fanOut } from "./0029-fan-out.ts";
import { pendingRows } from "./0030-pending-rows.ts";
import { usedSignIns } from "./0031-used-sign-ins.ts";
import { sharesOfStrangers } from "./0032-shares-of-strangers.ts";
import { interruptedRows } from "./0033-interrupted-rows.ts";
import { keptAddresses } from "./0034-kept-addresses.ts";
import { firstSlugs } from "./0036-first-slugs.ts";
import { publishedDates } from "./0037-published-dates.ts";
import { publicationsByDate } from "./0039-publications-by-date.ts";
import { ownPlaces } from "./0040-own-places.ts";
import { publicationChanges } from "./0044-publication-changes.ts";
import { movedTags } from "./0046-moved-tags.ts";
import { trash } from "./0047-trash.ts";
import { answers } from "./0049-answers.ts";

/** Schedules, indexes for paging through one kind of publication, and blocks. */
const publishing: Migration = {
  name: "0006-publishing",
  statements: (ddl) => [...schedules(ddl), ...kinds, ...blocks(ddl)],
};

const schedules = ({ integer, tableOptions }: DdlTraits): string[] => [
  `create table publication_schedules (
    publication_id ${integer} primary key references publications (id) on delete cascade,
    due_at ${integer} not null
  )${tableOptions}`,
  "create index publication_schedules_due on publication_schedules (due_at, publication_id)",
];

/** Each index holds all columns that paging needs. */
const kinds: readonly string[] = [
  "create index publications_of_kind on publications (kind, state, sort_time, seq, id)",
  "create index publications_of_publisher_kind on publications (publisher_address, kind, state, sort_time, seq, id)",
];

const blocks = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table blocks (
    id ${id},
    address ${text} not null unique,
    reason ${text},
    created_at ${integer} not null
  )${tableOptions}`,
];

/** An index for the metric of failing peers. */
const seeing: Migration = {
  name: "0007-seeing",
  statements: () => ["create index peers_failing on peers (address) where state = 'failing'"],
};

/** The number and size of the replicas of each publisher. To count them for each pull takes longer than the pull. */
const replicaUsage: Migration = {
  name: "0008-replica-usage",
  statements: (ddl) => [replicaUsageTable(ddl), countReplicas],
};

const replicaUsageTable = ({
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table replica_usage (
  publisher_address ${text} primary key,
  replicas ${integer} not null,
  bytes ${integer} not null,
  freed_at ${integer} not null
)${tableOptions}`;

const countReplicas = `insert into replica_usage (publisher_address, replicas, bytes, freed_at)
  select publisher_address, count(*), coalesce(sum(contents.size), 0), 0
  from publications left join contents on contents.hash = publications.content_hash
  where publisher_address not in (select address from profiles where is_self = 1)
  group by publisher_address`;

/** An index for the deliveries of one publication in one state, and a version that tells whether the stylesheet changed. */
const largeRows: Migration = {
  name: "0009-large-rows",
  statements: () => [deliveriesOfSubject, stylesheetVersion],
};

// With the kind, so that counting them reads the index alone.
const deliveriesOfSubject = "create index outbox_of_subject_by_state on outbox (subject, state, id, kind)";

const stylesheetVersion = `insert into meta (key, value)
  select 'stylesheet_version', 'first' from meta where key = 'setting.stylesheet'`;

/** Blocks of authors who comment by mail. */
const commenterBlocks: Migration = {
  name: "0010-commenter-blocks",
  statements: (ddl) => [commenterBlocksTable(ddl)],
};

const commenterBlocksTable = ({
  id,
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table commenter_blocks (
  id ${id},
  author_key ${text} not null unique,
  author_name ${text} not null,
  reason ${text},
  created_at ${integer} not null
)${tableOptions}`;

/** The table of jobs had another name. Its ids stay, because push services know some of them. */
const renamedJobs: Migration = {
  name: "0011-jobs",
  statements: ({ renameTable }) => [
    ...["due", "expiring", "of_state", "of_host", "claimed", "finished"].map(
      (index) => `drop index errands_${index}`,
    ),
    ...renameTable("errands", "jobs"),
    ...queueIndexes("jobs", "host"),
  ],
};

/** Kept counts of an owner's publications and an index of those that readers see, to find any page as fast as the first. */
const marks: Migration = {
  name: "0012-publication-marks",
  statements: (ddl) => [
    marksTable(ddl),
    "create index publication_marks_of_position on publication_marks (publisher_address, list, position)",
    firstMarks,
    "create index publications_of_site on publications (publisher_address, sort_time, seq, id) where state <> 'draft'",
  ],
};

const marksTable = ({ integer, text, tableOptions }: DdlTraits): string => `create table publication_marks (
  publisher_address ${text} not null,
  list ${text} not null check (list in ('index', 'site')),
  sort_time ${integer} not null,
  seq ${integer} not null,
  id ${integer} not null,
  "position" ${integer} not null,
  primary key (publisher_address, list, sort_time, seq, id)
)${tableOptions}`;

// The start and the end of each list. Maintenance adds those between them.
const firstMarks = `insert into publication_marks (publisher_address, list, sort_time, seq, id, "position")
  select address, list, place, place, place, case when place < 0 then 0 else (
    select count(*) from publications
    where publisher_address = address and (state = 'signed' or (state = 'local' and list = 'site'))
  ) end
  from profiles, (select 'index' as list union all select 'site') as lists,
    (select -1 as place union all select 9007199254740991) as places
  where is_self = 1`;

/** The words of the search index, to find those with a beginning. */
const searchWords: Migration = { name: "0013-search-words", statements: (ddl) => ddl.searchWords };

/** The owner's presentation of posts, pages, and versions of a post. A page and a replaced post are in no list of the site. */
const presentations: Migration = {
  name: "0014-presentations",
  statements: ({ integer, text }) => [
    `alter table publications add column excerpt ${text}`,
    `alter table publications add column cover_hash ${text}`,
    `alter table publications add column is_page ${integer} not null default 0 check (is_page in (0, 1))`,
    `alter table publications add column replaces ${text}`,
    `alter table publications add column original ${text}`,
    `alter table publications add column is_replaced ${integer} not null default 0 check (is_replaced in (0, 1))`,
    "drop index publications_of_site",
    `create index publications_of_site on publications (publisher_address, sort_time, seq, id)
      where state <> 'draft' and is_page = 0 and is_replaced = 0`,
    `create index publications_pages on publications (publisher_address, sort_time, seq, id)
      where state <> 'draft' and is_page = 1 and is_replaced = 0`,
    `create index publications_versions on publications (publisher_address, original, sort_time, seq, id)
      where original is not null`,
  ],
};

/** Small contents that are pulled are in the database, durable with the row that names them. */
const smallContents: Migration = {
  name: "0015-small-contents",
  statements: ({ bytes }) => [`alter table contents add column bytes ${bytes}`],
};

/** Earlier texts of drafts and local posts. Their bytes are contents, as those of publications are. */
const history: Migration = {
  name: "0016-publication-history",
  statements: (ddl) => [
    historyTable(ddl),
    "create index publication_history_of_publication on publication_history (publication_id, saved_at, id)",
    "create index publication_history_of_content on publication_history (content_hash)",
  ],
};

const historyTable = ({
  id,
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table publication_history (
  id ${id},
  publication_id ${integer} not null references publications (id) on delete cascade,
  content_hash ${text} not null,
  saved_at ${integer} not null
)${tableOptions}`;

/** The migrations of the core, oldest first. Short ones are written in this file. Those of a module are beside its tables. */
export const coreMigrations: readonly Migration[] = [
  start,
  access,
  comments,
  jobs,
  search,
  publishing,
  seeing,
  replicaUsage,
  largeRows,
  commenterBlocks,
  renamedJobs,
  marks,
  searchWords,
  presentations,
  smallContents,
  history,
  imports,
  openKinds,
  beFound,
  peerEvents,
  fanOut,
  pendingRows,
  usedSignIns,
  sharesOfStrangers,
  interruptedRows,
  keptAddresses,
  firstSlugs,
  publishedDates,
  publicationsByDate,
  ownPlaces,
  publicationChanges,
  movedTags,
  trash,
  answers,
];

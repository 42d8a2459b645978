import type { DdlTraits, Migration } from "../database.ts";

/** Every table of a node that publishes, follows and replicates. */
export const start: Migration = {
  name: "0001-start",
  statements: (ddl) => [
    ...meta(ddl),
    ...contents(ddl),
    ...profiles(ddl),
    ...connections(ddl),
    ...publications(ddl),
    ...peers(ddl),
    ...outbox(ddl),
    ...pulls(ddl),
  ],
};

const meta = ({ text, tableOptions }: DdlTraits): string[] => [
  `create table meta ("key" ${text} primary key, "value" ${text} not null)${tableOptions}`,
];

const contents = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table contents (
    hash ${text} primary key,
    size ${integer} not null,
    created_at ${integer} not null
  )${tableOptions}`,
];

const profiles = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table profiles (
    address ${text} primary key,
    url ${text} not null,
    title ${text} not null,
    description ${text},
    is_self ${integer} not null check (is_self in (0, 1)),
    form ${text} check (form in ('baseline', 'reference')),
    avatar_hash ${text} references contents (hash),
    avatar_type ${text},
    created_at ${integer} not null,
    updated_at ${integer} not null,
    fetched_at ${integer} not null
  )${tableOptions}`,
  "create unique index profiles_self on profiles (is_self) where is_self = 1",
  "create index profiles_avatar on profiles (avatar_hash) where avatar_hash is not null",
];

const connections = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table connections (
    follower_address ${text} not null references profiles (address),
    followee_address ${text} not null references profiles (address),
    follower_url ${text} not null,
    followee_url ${text} not null,
    signed_at ${integer} not null,
    proof ${text} not null,
    created_at ${integer} not null,
    primary key (follower_address, followee_address)
  )${tableOptions}`,
  "create index connections_followers on connections (followee_address, created_at, follower_address)",
  "create index connections_followees on connections (follower_address, created_at, followee_address)",
  `create table connection_tombstones (
    follower_address ${text} not null,
    followee_address ${text} not null,
    signed_at ${integer} not null,
    primary key (follower_address, followee_address)
  )${tableOptions}`,
];

const publications = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table publications (
    id ${id},
    publisher_address ${text} not null references profiles (address),
    kind ${text} not null check (kind in ('POST', 'FILE')),
    state ${text} not null check (state in ('draft', 'local', 'signed')),
    content_hash ${text} not null references contents (hash),
    media_type ${text} not null,
    filename ${text},
    description ${text},
    slug ${text},
    "timestamp" ${integer},
    signature ${text},
    proof_type ${text},
    seq ${integer} not null,
    created_at ${integer} not null,
    updated_at ${integer} not null,
    sort_time ${integer} not null generated always as (coalesce("timestamp", created_at / 1000)) stored,
    check ((state = 'signed') = ("timestamp" is not null)),
    check ((state = 'signed') = (signature is not null)),
    check ((state = 'signed') = (proof_type is not null))
  )${tableOptions}`,
  `create unique index publications_proof on publications (content_hash, publisher_address, "timestamp")`,
  "create index publications_slug on publications (publisher_address, slug, sort_time, seq, id) where slug is not null",
  // Both of these hold all that paging needs, so that a page far down the list is found without reading the rows before it.
  "create index publications_of_publisher on publications (publisher_address, state, sort_time, seq, id)",
  "create index publications_of_all on publications (state, sort_time, seq, id)",
  `create table publication_tombstones (
    publisher_address ${text} not null,
    content_hash ${text} not null,
    "timestamp" ${integer} not null,
    deleted_at ${integer} not null,
    primary key (publisher_address, content_hash, "timestamp")
  )${tableOptions}`,
  `create index publication_tombstones_newest on publication_tombstones (publisher_address, "timestamp")`,
];

const peers = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table peers (
    address ${text} primary key,
    state ${text} not null check (state in ('healthy', 'failing')),
    failures ${integer} not null,
    next_try_at ${integer} not null,
    last_success_at ${integer},
    last_failure_at ${integer},
    last_error ${text},
    heard_at ${integer},
    caught_up_at ${integer},
    next_catch_up_at ${integer}
  )${tableOptions}`,
  "create index peers_catch_up on peers (next_catch_up_at, address) where next_catch_up_at is not null",
];

const outbox = (ddl: DdlTraits): string[] => [
  `create table outbox (
    kind ${ddl.text} not null,
    subject ${ddl.text} not null,
    payload ${ddl.text},
    ${queueColumns(ddl)},
    unique (subject, kind, peer_address)
  )${ddl.tableOptions}`,
  ...queueIndexes("outbox"),
  "create index outbox_of_subject on outbox (subject, id)",
];

const pulls = (ddl: DdlTraits): string[] => [
  `create table pulls (
    content_hash ${ddl.text} not null,
    "timestamp" ${ddl.integer} not null,
    signature ${ddl.text} not null,
    proof_type ${ddl.text} not null,
    slug ${ddl.text},
    ${queueColumns(ddl)},
    unique (peer_address, content_hash, "timestamp")
  )${ddl.tableOptions}`,
  ...queueIndexes("pulls"),
];

const queueColumns = (ddl: DdlTraits): string => `
    id ${ddl.id},
    peer_address ${ddl.text} not null,
    ${progressColumns(ddl)}`;

/** How far the work on a row of a queue is. */
export const progressColumns = ({ integer, text }: DdlTraits): string => `
    state ${text} not null check (state in ('pending', 'done', 'refused', 'expired')),
    attempts ${integer} not null,
    next_try_at ${integer} not null,
    claimed_by ${text},
    created_at ${integer} not null,
    expires_at ${integer} not null,
    finished_at ${integer},
    last_error ${text}`;

/** @param peer the column with the node or host of a row */
export const queueIndexes = (table: string, peer: "peer_address" | "host" = "peer_address"): string[] => [
  `create index ${table}_due on ${table} (state, next_try_at, id, ${peer}, expires_at)`,
  `create index ${table}_expiring on ${table} (state, expires_at)`,
  `create index ${table}_of_state on ${table} (state, id)`,
  `create index ${table}_of_${peer.split("_")[0]} on ${table} (state, ${peer}, next_try_at, id, expires_at)`,
  `create index ${table}_claimed on ${table} (claimed_by) where claimed_by is not null`,
  `create index ${table}_finished on ${table} (finished_at) where finished_at is not null`,
];

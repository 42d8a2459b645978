import type { DdlTraits, Migration } from "../database.ts";

/*
 * Public posts keep the feed ids that readers hold: that of a post is the one of its newest version. Its date is that
 * of writing, for an imported one; else the one that its page showed.
 */

const own =
  "publications.state <> 'draft' and publications.publisher_address in (select address from profiles where is_self = 1)";

/** The fields of each public publication of this owner, as if it had one version. */
const placeAlone = `update publications set
  feed_id = 'urn:sha256:' || substr(content_hash, 3) || ':' || coalesce("timestamp", id),
  published_at = coalesce(written_at, "timestamp" * 1000, created_at),
  site_time = coalesce(written_at / 1000, "timestamp", created_at / 1000),
  site_seq = seq,
  site_id = id,
  modified_at = case
    when state = 'signed' then coalesce(written_at, "timestamp" * 1000)
    when written_at is null or exists (
      select 1 from publication_history where publication_history.publication_id = publications.id
    ) then updated_at
    else written_at
  end
  where published_at is null and ${own}`;

const ofVersions = (column: string, order: string) => `(
    select version.${column} from publications as version
    where version.publisher_address = publications.publisher_address
      and version.original = publications.original and version.original is not null and version.state <> 'draft'
    order by ${order} limit 1
  )`;

/** A new version was changed when it was published. */
const dateCorrections = `update publications set modified_at = coalesce("timestamp" * 1000, updated_at)
  where original is not null and replaces is not null and ${own}`;

const newest = "version.is_replaced, version.sort_time desc, version.seq desc, version.id desc";
const first = "version.site_time, version.sort_time, version.seq, version.id";

/** All versions have the feed id of the newest, and the date and place of the first. */
const joinVersions = `update publications set
  feed_id = ${ofVersions("feed_id", newest)},
  published_at = ${ofVersions("published_at", first)},
  site_seq = ${ofVersions("site_seq", first)},
  site_id = ${ofVersions("site_id", first)},
  site_time = ${ofVersions("site_time", first)}
  where original is not null and ${own}`;

const siteColumns = ["site_time", "site_seq", "site_id"] as const;

const placeHashtags = `update publication_hashtags set ${siteColumns
  .map(
    (column) =>
      `${column} = (select ${column} from publications where publications.id = publication_hashtags.publication_id)`,
  )
  .join(", ")}
  where publisher_address in (select address from profiles where is_self = 1)`;

/** Statements that give each public publication of the owner its feed id, its dates and its place on the site. */
export const placeOwnPublications: readonly string[] = [
  placeAlone,
  dateCorrections,
  joinVersions,
  placeHashtags,
];

const columns = ({ integer, text }: DdlTraits): string[] => [
  `alter table publications add column feed_id ${text}`,
  `alter table publications add column published_at ${integer}`,
  `alter table publications add column modified_at ${integer}`,
  ...["publications", "publication_hashtags"].flatMap((table) =>
    siteColumns.map((column) => `alter table ${table} add column ${column} ${integer}`),
  ),
];

const indexes: readonly string[] = [
  "drop index publications_of_site",
  `create index publications_of_site on publications (publisher_address, site_time, site_seq, site_id)
    where state <> 'draft' and is_page = 0 and is_replaced = 0`,
  "drop index publications_pages",
  `create index publications_pages on publications (publisher_address, site_time, site_seq, site_id)
    where state <> 'draft' and is_page = 1 and is_replaced = 0`,
  `create index publication_hashtags_of_site
    on publication_hashtags (publisher_address, tag, site_time, site_seq, site_id, publication_id)`,
];

// The start and the end of the list. Maintenance adds those between them.
const siteMarks = `insert into publication_marks (publisher_address, list, sort_time, seq, id, "position")
  select address, 'site', place, case when place < 0 then -1 else place end,
    case when place < 0 then -1 else place end,
    case when place < 0 then 0 else (
      select count(*) from publications
      where publisher_address = address and state <> 'draft' and is_page = 0 and is_replaced = 0
    ) end
  from profiles, (select -9007199254740991 as place union all select 9007199254740991) as places
  where is_self = 1`;

/** Feed ids and dates that stay, and the list of the site in the order of the dates of writing. */
export const publishedDates: Migration = {
  name: "0037-published-dates",
  statements: (ddl) => [
    ...columns(ddl),
    ...placeOwnPublications,
    ...indexes,
    // Before dates before 1970.
    "update publication_marks set sort_time = -9007199254740991 where sort_time = -1 and list = 'index'",
    "delete from publication_marks where list = 'site'",
    siteMarks,
  ],
};

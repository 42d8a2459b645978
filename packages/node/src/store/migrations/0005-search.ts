import type { DdlTraits, Migration } from "../database.ts";

/** Full text search, hashtags, and search of publishers by name. The running node indexes existing texts. */
export const search: Migration = {
  name: "0005-search",
  statements: (ddl) => [...documents(ddl), ...ddl.searchIndex, ...hashtags(ddl), ...names],
};

const documents = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table search_documents (
    id ${integer} primary key,
    kind ${text} not null check (kind in ('publication', 'comment')),
    subject_id ${integer} not null,
    publication_id ${integer} not null,
    is_public ${integer} not null check (is_public in (0, 1)),
    marks ${text} not null,
    title ${text} not null,
    body ${text} not null,
    unique (kind, subject_id)
  )${tableOptions}`,
  "create index search_documents_of_publication on search_documents (publication_id, kind)",
];

const hashtags = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table publication_hashtags (
    publication_id ${integer} not null references publications (id) on delete cascade,
    tag ${text} not null,
    publisher_address ${text} not null,
    sort_time ${integer} not null,
    seq ${integer} not null,
    primary key (publication_id, tag)
  )${tableOptions}`,
  // In the order of the timeline, so that a page of one tag is read without the pages before it.
  "create index publication_hashtags_of_tag on publication_hashtags (tag, sort_time, seq, publication_id)",
  "create index publication_hashtags_of_publisher on publication_hashtags (publisher_address, tag, sort_time, seq, publication_id)",
];

const names: readonly string[] = [
  "create index profiles_title on profiles (lower(title), address)",
  "create index profiles_url on profiles (url, address)",
];

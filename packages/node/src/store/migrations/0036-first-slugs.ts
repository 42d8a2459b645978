import type { DdlTraits, Migration } from "../database.ts";

/**
 * Each slug of this owner and the first signed publication that had it. Those that were deleted or renamed before are not known any
 * more.
 */
export const firstSlugs: Migration = {
  name: "0036-first-slugs",
  statements: (ddl) => [
    firstSlugsTable(ddl),
    `insert into first_slugs (slug, content_hash, timestamp)
      select slug, content_hash, timestamp from (
        select publications.slug, publications.content_hash, publications.timestamp,
          row_number() over (partition by publications.slug order by publications.sort_time, publications.seq, publications.id) as place
        from publications
        join profiles on profiles.address = publications.publisher_address and profiles.is_self = 1
        where publications.state = 'signed' and publications.slug is not null
      ) as named
      where place = 1`,
  ],
};

const firstSlugsTable = ({ integer, text, tableOptions }: DdlTraits): string => `create table first_slugs (
  slug ${text} primary key,
  content_hash ${text} not null,
  timestamp ${integer} not null
)${tableOptions}`;

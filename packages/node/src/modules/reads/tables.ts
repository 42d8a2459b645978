import { column } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    post_reads: PostReadsTable;
  }
}

/** How often the page of a post was read on a day. Nothing here says by whom. */
const postReadsTable = {
  /** `site_id` of its publication, which all its versions share. */
  postId: column<number>(),
  /** A day of the site's time zone: days since 1970-01-01. */
  day: column<number>(),
  reads: column<number>(),
};
type PostReadsTable = typeof postReadsTable;

/** The traits of the module's table. */
export const tables: TraitsByTable = {
  post_reads: { key: ["post_id", "day"], inBackup: true, isPrivate: true, calls: null },
};

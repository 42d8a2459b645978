import type { Migration } from "../database.ts";

/** The feed id and the date that a post had before it became a version of another one, which it gets back when it leaves that. */
export const ownPlaces: Migration = {
  name: "0040-own-places",
  statements: ({ integer, text }) => [
    `alter table publications add column own_feed_id ${text}`,
    `alter table publications add column own_published_at ${integer}`,
  ],
};

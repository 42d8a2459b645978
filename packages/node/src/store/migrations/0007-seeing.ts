import type { Migration } from "../database.ts";

/** What is counted again and again by those who watch the node. */
export const seeing: Migration = {
  name: "0007-seeing",
  statements: () => ["create index peers_failing on peers (address) where state = 'failing'"],
};

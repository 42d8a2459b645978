import type { Tables } from "./tables/tables.ts";

/**
 * The effect of a statement on the tables of public reads: none; one if it changes a row; or one that the number of rows
 * does not show.
 */
export type PublicWrite = "none" | "rows" | "unknown";

/**
 * The tables that no public page, feed, index, profile, content or comment is made of. Every other table counts as
 * public, and so does every one that is added and not named here.
 */
const privateTables: readonly (keyof Tables | "search_everything")[] = [
  "outbox",
  "pulls",
  "jobs",
  "peers",
  "replica_usage",
  "tokens",
  "passkeys",
  "used_sign_ins",
  "comment_signatures",
  "notifications",
  "push_subscriptions",
  "webhooks",
  "webhook_deliveries",
  "peer_events",
  "import_jobs",
  "interrupted_rows",
  "agent_drafts",
  "subscribers",
  "newsletter_refusals",
  "newsletter_deliveries",
  "newsletter_issues",
  "feeds",
  "feed_entries",
  "feed_subscriptions",
  "read_later",
  "sent_mentions",
  "search_everything",
];

/** The beginning of a statement that writes private rows of a public table. */
export const privateWrite = "/* private */";

const known: ReadonlySet<string> = new Set(privateTables);

const reading =
  /^\s*(?:select|values|pragma|begin|start|commit|rollback|savepoint|release|set|show|listen|vacuum)\b/i;
/** The beginning of a statement, with single blanks. */
const writing = /^(?:insert (?:or \w+ )?into|replace into|update(?: or \w+)?|delete from) "?(\w+)"?/i;
// Characters of a statement up to the name of its table, and more.
const beginning = 200;
/** The statement after a `with`, and the statements in it, between single blanks. Neither the end of an upsert nor a lock. */
const writingAnywhere = /(?<!\b(?:do|for|key) )\b(?:insert into|update|delete from) "?(\w+)"?/gi;

/** Determines the effect of a statement on public tables, by its text. */
export function classifyWrite(sql: string): PublicWrite {
  if (reading.test(sql) || sql.startsWith(privateWrite)) return "none";
  const [, table] = writing.exec(sql.trimStart().slice(0, beginning).replace(/\s+/g, " ")) ?? [];
  if (table !== undefined) return known.has(table.toLowerCase()) ? "none" : "rows";
  if (!/^\s*with\b/i.test(sql)) return "unknown";
  const isPrivate = [...sql.replace(/\s+/g, " ").matchAll(writingAnywhere)].every(([, name = ""]) =>
    known.has(name.toLowerCase()),
  );
  return isPrivate ? "none" : "unknown";
}

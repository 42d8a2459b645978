import { scopes } from "../domain/access/scopes.ts";
import type { Command } from "./command.ts";
import { progress, store } from "./command.ts";

/** Keeping what there is safe and sound, and letting programs in. */
export const maintenanceCommands: readonly Command[] = [
  {
    name: "backup",
    summary: "Write the whole node into one file, while it runs",
    usage: "[FILE|FOLDER]",
    argumentCount: [0, 1],
    details:
      "The rows of one moment, and the bytes of every content that they name, with the hash of each. Without an argument the " +
      "file is in the data folder's `backups`. Keep it secret: it contains drafts and passwords of services in plain text. " +
      "It does not contain sessions and tokens. With FREEHOLD_DAILY_BACKUPS a running node makes one each day.",
    flags: [
      { name: "with-keystore", summary: "Include the owner's keystore, encrypted as it is." },
      progress,
    ],
    settings: [...store, "keystore"],
    load: async () => (await import("./maintenance/backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "Make a node from a backup, in an empty folder",
    usage: "[FILE]",
    argumentCount: [0, 1],
    details:
      "Checks every hash and every signature; a changed backup is refused and leaves nothing behind. A backup of SQLite or " +
      "PostgreSQL can be restored into SQLite or an empty PostgreSQL database. The check does not show who made the backup: " +
      "so everything by which the node would call somebody or change its looks is listed and switched off (webhooks, mail server, " +
      "push devices, feeds, waiting messages, follows without a signature, the stylesheet), until you confirm that it is yours, by " +
      "restore --confirm with the same settings and without FILE. Sessions and tokens are in no backup.",
    flags: [
      {
        name: "confirm",
        summary: "Switch on everything that the restore has switched off, because all of it is yours.",
      },
      progress,
    ],
    settings: store,
    load: async () => (await import("./maintenance/restore.ts")).restore,
  },
  {
    name: "clock",
    summary: "Show whether the clock is in doubt, and undo the effects of a wrong one",
    details:
      "A clock that jumps ahead by more than a day is in doubt until two other hosts show the same time, or you confirm it: " +
      "meanwhile nothing is signed, published by schedule or mailed, and nothing is removed for its age.",
    flags: [
      { name: "confirm", summary: "Say that the clock is right." },
      {
        name: "withdraw",
        summary:
          "Turn your posts that are signed for a future time into drafts, so that you can sign them again.",
      },
    ],
    settings: store,
    load: async () => (await import("./maintenance/clock.ts")).clock,
  },
  {
    name: "move-contents",
    summary: "Move all contents from the data folder into S3, or back",
    details:
      "Run it while no process of the node runs. S3_URL names the storage, for both directions. Each content is compared with " +
      "its hash, and removed from the old storage once the new one has it, so you can stop the command and run it again. A " +
      "damaged content is not moved. Thumbnails are made again. Then start the node with S3_URL (--to s3), or without it " +
      "(--to disk).",
    flags: [{ name: "to", placeholder: "s3|disk", summary: "The storage to move to." }, progress],
    settings: [...store, "s3-url", "s3-secret-file"],
    load: async () => (await import("./maintenance/move-contents.ts")).moveContentsCommand,
  },
  {
    name: "migrate-tables",
    summary: "Bring the tables up to date, and exit",
    details:
      "Each start does the same, and several processes take turns. Run this command before you start the processes of a new " +
      "version, if a start may not take long. A database that is not empty is copied first, for freehold rollback.",
    settings: store,
    load: async () => (await import("./maintenance/migrate-tables.ts")).migrateTablesCommand,
  },
  {
    name: "migrate-database",
    summary: "Move a node from SQLite to PostgreSQL, or back",
    usage: "FROM [TO]",
    argumentCount: [1, 2],
    details:
      "FROM and TO are sqlite:FOLDER, or the address of a PostgreSQL database; TO is DATABASE_URL by default. Run it " +
      "while the node runs: it copies all rows, and reads them back. Then stop the node and run it again: it copies what has " +
      "changed since, compares counts and hashes, and says how long that took. You can stop it and run it again until it is " +
      "done. No node starts on a half copied database, nor on the old one. Contents stay in the data folder, or in S3.",
    flags: [
      {
        name: "reopen",
        summary: "Let a node start on FROM again; it lacks all changes since the move.",
      },
      progress,
    ],
    settings: store,
    load: async () => (await import("./maintenance/migrate-database.ts")).migrateDatabaseCommand,
  },
  {
    name: "rollback",
    summary: "Go back to the database before an upgrade",
    usage: "[SNAPSHOT]",
    argumentCount: [0, 1],
    details:
      "Before a new version changes the tables, the database is copied; the newest copies are kept in the data folder's " +
      "`snapshots`, or in schemas of a PostgreSQL database. This puts one back, the newest or the one named, while no " +
      "node runs on the data. Then start the version from which it comes.",
    flags: [
      {
        name: "yes",
        summary: "Restore the snapshot; without this flag, the command only lists what would be lost.",
      },
      { name: "list", summary: "Show the snapshots." },
    ],
    settings: store,
    load: async () => (await import("./maintenance/rollback.ts")).rollback,
  },
  {
    name: "token",
    summary: "Make, list and revoke the tokens with which programs act for you",
    usage: "create|list|revoke [ID]",
    argumentCount: [1, Infinity],
    details:
      "create needs a label and one or more of these scopes: " +
      `${scopes.join(", ")}, and prints the token this one time: the node keeps no copy. list shows the tokens and the ` +
      "sessions in browsers. revoke ends one of either.",
    flags: [
      { name: "label", placeholder: "TEXT", summary: "create: your own name for it." },
      {
        name: "scope",
        placeholder: "SCOPE…",
        repeatable: true,
        summary: "create: the permissions of the token, separated by blanks or commas.",
      },
      {
        name: "expires",
        placeholder: "DAYS",
        summary: "create: the lifetime; without it, the token is valid until you revoke it.",
      },
    ],
    completions: { "--scope": scopes },
    settings: store,
    load: async () => (await import("./maintenance/token.ts")).token,
  },
];

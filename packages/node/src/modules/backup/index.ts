import { progress, store } from "../../cli/command.ts";
import { defineModule } from "../../module.ts";

/** Backups of the whole node, and its restore; the way back before an upgrade, and to another database. */
export const backup = defineModule({
  name: "backup",
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "backup",
      summary: "Write the whole node into one file, while it runs",
      usage: "[FILE|FOLDER]",
      argumentCount: [0, 1],
      details:
        "A consistent copy of the database and all files, with checksums. Without an argument, the " +
        "file is in the data folder's `backups`. Keep it secret: it contains drafts and passwords of services in plain text. " +
        "It does not contain sessions and tokens. With FREEHOLD_DAILY_BACKUPS a running node makes one each day.",
      flags: [
        { name: "with-keystore", summary: "Include the owner's key file, encrypted as it is." },
        progress,
      ],
      settings: [...store, "keystore"],
      load: async () => (await import("./backup-command.ts")).backup,
    },
    {
      name: "restore",
      summary: "Restore a node from a backup, into an empty folder",
      usage: "[FILE]",
      argumentCount: [0, 1],
      details:
        "Checks every hash and every signature; a changed backup is refused and leaves nothing behind. A backup of SQLite or " +
        "PostgreSQL can be restored into SQLite or an empty PostgreSQL database. The check does not show who made the backup: " +
        "so everything by which the node would contact others or change its design is listed and turned off (webhooks, mail server, " +
        "push devices, feeds, waiting messages, follows without a signature, the stylesheet), until you confirm that it is yours, by " +
        "restore --confirm with the same settings and without FILE. Sessions and tokens are in no backup.",
      flags: [
        {
          name: "confirm",
          summary: "Turn on everything that the restore has turned off, because it is all yours.",
        },
        progress,
      ],
      settings: store,
      load: async () => (await import("./restore-command.ts")).restore,
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
        "done. No node starts on a half-copied database, nor on the old one. Files stay in the data folder, or in S3.",
      flags: [
        {
          name: "reopen",
          summary: "Let a node start on FROM again; it lacks all changes since the move.",
        },
        progress,
      ],
      settings: store,
      load: async () => (await import("./migrate-database-command.ts")).migrateDatabaseCommand,
    },
    {
      name: "rollback",
      summary: "Go back to the database before an upgrade",
      usage: "[SNAPSHOT]",
      argumentCount: [0, 1],
      details:
        "Before a new version changes the tables, the database is copied; the newest copies are kept in the data folder's " +
        "`snapshots`, or in schemas of a PostgreSQL database. This restores the newest snapshot, or SNAPSHOT, while no " +
        "node runs on the data. Then start the version that made it.",
      flags: [
        {
          name: "yes",
          summary: "Restore the snapshot; without this flag, the command only lists what would be lost.",
        },
        { name: "list", summary: "Show the snapshots." },
      ],
      settings: store,
      load: async () => (await import("./rollback-command.ts")).rollback,
    },
  ],
});

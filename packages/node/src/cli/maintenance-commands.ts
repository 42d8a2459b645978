import { settingNames } from "../config/settings.ts";
import { scopes } from "../domain/access/scopes.ts";
import type { Command } from "./command.ts";
import { keys, network, progress, store } from "./command.ts";

/** Keeping what there is safe and sound, and letting programs in. */
export const maintenanceCommands: readonly Command[] = [
  {
    name: "backup",
    summary: "Put everything that this node is into one file, while it runs",
    usage: "[FILE|FOLDER]",
    argumentCount: [0, 1],
    details:
      "Rows as they are at one moment, and the bytes of every content that they name, with the hash of each; without a " +
      "place, in the data folder's `backups`. It is a secret: drafts and passwords of services are in it in the clear. " +
      "Sessions and tokens are not. FREEHOLD_DAILY_BACKUPS has a running node make one each day.",
    flags: [
      { name: "with-keystore", summary: "Take the owner's keystore along, encrypted as it is." },
      progress,
    ],
    settings: [...store, "keystore"],
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "Make a node out of a backup, in an empty folder",
    usage: "[FILE]",
    argumentCount: [0, 1],
    details:
      "Checks every hash and every signature before it says done; a backup that is not as it was written is refused, and " +
      "leaves nothing behind. A backup of either database goes into either: SQLite, or an empty PostgreSQL database. " +
      "That does not show who made it: so its webhooks, mail server and push devices are listed and switched off, until " +
      "you say that they are yours, by restore --confirm with the same settings and without FILE. Sessions and tokens are " +
      "in no backup.",
    flags: [
      { name: "confirm", summary: "Switch on what the restore has switched off: all of it is yours." },
      progress,
    ],
    settings: store,
    load: async () => (await import("./restore.ts")).restore,
  },
  {
    name: "export",
    summary: "Write what is yours into plain files that prove themselves",
    usage: "[FOLDER|FILE.tar.gz|FILE.zip]",
    argumentCount: [0, 1],
    details:
      "Your publications, byte for byte, each with its proof, your profile, settings without secrets, follows with their " +
      "signatures, comments, a list of all files with their hashes, signed with your keystore, and a page and a program " +
      "that check all of it without a network. Without an argument, one .tar.gz in the current folder. Drafts and other " +
      "private data are left out unless you give --private. An interrupted export continues when it is run again.",
    flags: [
      {
        name: "private",
        summary: "Take drafts along, comments that are hidden or wait, and mail addresses of commenters.",
      },
      {
        name: "static",
        summary:
          "Write the public site into FOLDER, as files that any web server or object store serves, each post with its " +
          "proof. Run it again to write what changed.",
      },
      {
        name: "url",
        placeholder: "URL",
        summary: "static: where it will be served; this node's URL without it.",
      },
      { name: "unsigned", summary: "Do not ask for the key; the list of files is not signed then." },
      progress,
    ],
    settings: [...store, ...keys],
    load: async () => (await import("./export.ts")).exportNode,
  },
  {
    name: "import",
    summary: "Bring posts from another program, or take in an export of Freehold",
    usage: "PATH",
    argumentCount: [1, 1],
    details:
      "A file, an archive or a folder of WordPress, Ghost, Mastodon, Bluesky, Hugo, Jekyll, Obsidian, a feed or an epress " +
      "node; which one is recognised. Posts come in unsigned, on your site only, with the date on which they were written; " +
      "drafts stay drafts, pictures come along, old addresses redirect. `sign --imported` signs them. Every hash and every " +
      "signature that exists is checked; what is not as it should be is left out and named (exit code 1), the rest is taken. " +
      "What is here already stays as it is, so it can be run again. Followers are not notified.",
    flags: [
      { name: "dry-run", summary: "Change nothing, and say what would come in." },
      { name: "fetch-pictures", summary: "Fetch pictures that are missing from their https addresses." },
      { name: "announce", summary: "Send what is signed to followers, the rest when it is signed." },
      {
        name: "report",
        placeholder: "FILE",
        summary: "Write all that was set aside or changed into a file, as JSON.",
      },
      progress,
    ],
    settings: [...store, ...network, "max-content-bytes"],
    load: async () => (await import("./import.ts")).importNode,
  },
  {
    name: "move-contents",
    summary: "Move all contents from the data folder into S3, or back",
    details:
      "While no process of the node runs. S3_URL names the storage, for both directions. Each content is compared with its " +
      "hash, and removed where it was once it is safe where it goes; so it can be stopped, and run again until it is done. " +
      "A damaged one stays. Thumbnails are made again. Then start the node with S3_URL (--to s3), or without (--to disk).",
    flags: [{ name: "to", placeholder: "s3|disk", summary: "Where they go." }, progress],
    settings: [...store, "s3-url", "s3-secret-file"],
    load: async () => (await import("./move-contents.ts")).moveContentsCommand,
  },
  {
    name: "migrate-tables",
    summary: "Bring the tables up to date, and end",
    details:
      "Each start does the same by itself, and several at a time take turns. Run it before the processes of a new version " +
      "start, where a start may not take long. A database that is not empty is copied first, for freehold rollback.",
    settings: store,
    load: async () => (await import("./migrate-tables.ts")).migrateTablesCommand,
  },
  {
    name: "migrate-database",
    summary: "Move a node from SQLite to PostgreSQL, or back",
    usage: "FROM [TO]",
    argumentCount: [1, 2],
    details:
      "FROM and TO are sqlite:FOLDER, or the address of a PostgreSQL database; TO is DATABASE_URL where it is not given. Run it " +
      "while the node runs: it copies all rows, and reads them back. Then stop the node and run it again: it copies what has " +
      "changed since, compares counts and hashes, and says how long that took. It can be stopped, and run again until it is " +
      "done. No node starts on a half copied database, nor on the old one. Contents stay in the data folder, or in S3.",
    flags: [
      { name: "reopen", summary: "Let a node start on FROM again, without what came since it has moved." },
      progress,
    ],
    settings: store,
    load: async () => (await import("./migrate-database.ts")).migrateDatabaseCommand,
  },
  {
    name: "rollback",
    summary: "Go back to the database from before an upgrade",
    usage: "[SNAPSHOT]",
    argumentCount: [0, 1],
    details:
      "Before a new version changes the tables, the database is copied; the newest copies are kept in the data folder's " +
      "`snapshots`, or in schemas of a PostgreSQL database. This puts one back, the newest or the one named, while no " +
      "node runs on the data. Then start the version that it is of.",
    flags: [
      { name: "yes", summary: "Do it; without this, it only says what would be lost." },
      { name: "list", summary: "Show the snapshots." },
    ],
    settings: store,
    load: async () => (await import("./rollback.ts")).rollback,
  },
  {
    name: "doctor",
    summary: "Find out what is wrong with the node, and what to do",
    details:
      "Looks at configuration, machine, database, queues, mail, push, DNS, certificate and proxy, and asks a connected " +
      "node to call back. It changes nothing. Give it the settings that the node was started with; while the node does not " +
      "run, what goes through it is skipped. Exit code 1 when a check failed.",
    flags: [progress],
    settings: settingNames,
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "token",
    summary: "Make, list and revoke the tokens with which programs act for you",
    usage: "create|list|revoke [ID]",
    argumentCount: [1, Infinity],
    details:
      "create needs a label and one or more scopes out of " +
      `${scopes.join(", ")}, and prints the token this one time: the node keeps no copy. list shows the tokens and the ` +
      "sessions in browsers. revoke ends one of either.",
    flags: [
      { name: "label", placeholder: "TEXT", summary: "create: your own name for it." },
      {
        name: "scope",
        placeholder: "SCOPE…",
        repeatable: true,
        summary: "create: what it may do; several with blanks or commas between them.",
      },
      {
        name: "expires",
        placeholder: "DAYS",
        summary: "create: how long it is good; without it, until you revoke it.",
      },
    ],
    completions: { "--scope": scopes },
    settings: store,
    load: async () => (await import("./token.ts")).token,
  },
  {
    name: "mcp",
    summary: "Let an AI agent on this machine read, write drafts and propose them",
    details:
      "Serves the Model Context Protocol on standard input and output; a program for agents starts it. The agent reads what " +
      "you published and your timeline, writes drafts of its own, and proposes them. It can't publish, sign, delete or change " +
      "anything. You find proposals in the dashboard and with freehold proposals.",
    flags: [
      {
        name: "label",
        placeholder: "TEXT",
        summary: "The agent's name in your proposals; it sees the drafts of this name again.",
      },
      { name: "read-only", summary: "No drafts: the agent only reads." },
    ],
    settings: [...store, "max-content-bytes"],
    load: async () => (await import("./mcp.ts")).mcp,
  },
];

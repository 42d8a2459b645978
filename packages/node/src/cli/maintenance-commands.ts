import { program } from "../config/program.ts";
import { scopes } from "../domain/access/scopes.ts";
import type { Command } from "./command.ts";
import { progress, store } from "./command.ts";

/** Keeping what there is safe and sound, and letting programs in. */
export const maintenanceCommands: readonly Command[] = [
  {
    name: "clock",
    summary: "Show whether the clock is in doubt, and undo the effects of a wrong one",
    details:
      "A clock that jumps ahead by more than a day is in doubt until two other hosts show the same time, or you confirm it: " +
      "until then, nothing is signed, published on schedule or emailed, and nothing is removed for its age.",
    flags: [
      { name: "confirm", summary: "Confirm that the clock is right." },
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
    summary: "Move all files from the data folder to S3, or back",
    details:
      "Run it while no process of the node runs. S3_URL names the storage, for both directions. Each file is compared with " +
      "its hash, and removed from the old storage once the new one has it, so you can stop the command and run it again. A " +
      "damaged file is not moved. Thumbnails are created again. Then start the node with S3_URL (--to s3), or without it " +
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
      `version, if the start must be quick. The database is copied first, for ${program} rollback.`,
    settings: store,
    load: async () => (await import("./maintenance/migrate-tables.ts")).migrateTablesCommand,
  },
  {
    name: "token",
    summary: "Create, list and revoke access tokens for programs",
    usage: "create|list|revoke [ID]",
    argumentCount: [1, Infinity],
    details:
      "create needs a label and one or more of these scopes: " +
      `${scopes.join(", ")}, and prints the token this one time: the node keeps no copy. list shows the tokens and the ` +
      "sessions in browsers. revoke ends one of either.",
    flags: [
      { name: "label", placeholder: "TEXT", summary: "create: a name for it." },
      {
        name: "scope",
        placeholder: "SCOPE…",
        repeatable: true,
        summary: "create: the permissions of the token, separated by spaces or commas.",
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

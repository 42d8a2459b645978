import { program } from "../config/program.ts";
import { scopes } from "../domain/access/scopes.ts";
import type { Command } from "./command.ts";
import { keys, network, progress, store } from "./command.ts";

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
    name: "close",
    summary: "Close this site for good, and tell the connected sites",
    usage: "[FOLDER]",
    argumentCount: [0, 1],
    details:
      "Without --yes it only says what would happen. It publishes a last post if you give one, ends every follow in both " +
      "directions and tells those sites, and writes the site into FOLDER, as files that any web server serves (by default the name of the host " +
      "and -closed). From then on the node shows its pages with a note that the site is closed, and accepts nothing new. Make a backup " +
      "first, and keep your key. You can stop it and run it again: it continues, and retries the sites that it did not reach.",
    flags: [
      { name: "yes", summary: "Close it." },
      {
        name: "message",
        placeholder: "TEXT",
        summary: "A last post in Markdown, signed. Followers fetch it, so the node has to be running.",
      },
      {
        name: "mail",
        summary: "Send the last post to the newsletter's subscribers. The running node sends it.",
      },
      {
        name: "wait",
        placeholder: "MINUTES",
        summary:
          "How long emails and followers have for the last post before the follows end; 10 by default.",
      },
      {
        name: "delete-posts",
        summary: "Move all published posts and files to the trash. Copies on other sites stay.",
      },
      progress,
    ],
    settings: [...store, ...keys, ...network],
    load: async () => (await import("./maintenance/close.ts")).close,
  },
  {
    name: "reopen",
    summary: "Open a closed site again",
    details:
      "New followers, comments, mentions and subscribers are accepted again, by the same settings as before. Follows stay ended: follow " +
      "those sites again, and yours have to follow you again.",
    settings: store,
    load: async () => (await import("./maintenance/reopen.ts")).reopenCommand,
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

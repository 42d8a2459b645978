import { program } from "../config/program.ts";
import { settingNames } from "../domain/settings/setting-table.ts";
import { type Command, type CommandFlag, limit, store, takeSlug } from "./command.ts";

const yes: CommandFlag = {
  name: "yes",
  summary: "delete: really delete. Without it, only list what would be deleted.",
};
const withFiles: CommandFlag = {
  name: "with-files",
  summary: "delete: also delete its pictures and files that nothing else uses.",
};
const slug: CommandFlag = {
  name: "slug",
  placeholder: "SLUG",
  summary: "edit: the slug, for /slug/SLUG; empty for none.",
};
const state: CommandFlag = { name: "state", placeholder: "draft|local|signed", summary: "list: only these." };

/**
 * Commands for posts, files, comments, blocks and settings, as in the dashboard. --json prints the fields of
 * the GraphQL API.
 */
export const contentCommands: readonly Command[] = [
  {
    name: "posts",
    summary: "List, show, edit and delete your posts",
    usage: "list|show|edit|delete [ID|SLUG] [FILE|-]",
    argumentCount: [0, Infinity],
    details:
      "show prints the Markdown. edit reads the new text from a file or from standard input; a signed post can't be changed. " +
      "delete takes several. Drafts are among them.",
    flags: [state, limit, slug, takeSlug, withFiles, yes],
    settings: store,
    load: async () => (await import("./publishing/publications.ts")).posts,
  },
  {
    name: "media",
    summary: "List, show, edit and delete your files",
    usage: "list|show|edit|delete [ID|SLUG]",
    argumentCount: [0, Infinity],
    details: "edit changes the caption and the slug of a file that is not signed. delete accepts several.",
    flags: [
      state,
      limit,
      slug,
      takeSlug,
      { name: "description", placeholder: "TEXT", summary: "edit: the caption; empty for none." },
      yes,
    ],
    settings: store,
    load: async () => (await import("./publishing/publications.ts")).media,
  },
  {
    name: "comments",
    summary: "List, approve, hide and delete comments of readers, and block their authors",
    usage: "list|approve|hide|delete|block|blocked|unblock [ID]",
    argumentCount: [0, Infinity],
    details:
      "approve, hide and delete accept several. block refuses later comments of the author of a comment by email, and later " +
      "mentions. Block a commenter with a wallet by the address that list shows (blocks add ADDRESS). Existing " +
      "comments stay until you hide or delete them. blocked lists these authors and sites, with the ID that unblock takes. The author of a mention is the one that its page names with a " +
      "home elsewhere, as a bridge does, or else the whole site.",
    flags: [
      { name: "state", placeholder: "unconfirmed|pending|published|hidden", summary: "list: only these." },
      limit,
      { name: "reason", placeholder: "TEXT", summary: "block: a note for yourself." },
      {
        name: "whole-site",
        summary: "block: block the whole site of a mention, not only the author.",
      },
      yes,
    ],
    settings: store,
    load: async () => (await import("./publishing/comments.ts")).comments,
  },
  {
    name: "trash",
    summary: "List, restore and delete for good what you deleted in the last 30 days",
    usage: "list|restore|empty [ID]",
    argumentCount: [0, Infinity],
    details:
      "restore accepts the IDs of several posts and files, or of comments with --comments. A post is restored with the files that were deleted with it.",
    flags: [
      limit,
      { name: "comments", summary: "restore: the IDs are those of comments." },
      { name: "yes", summary: "empty: delete everything in the trash for good." },
    ],
    settings: store,
    load: async () => (await import("./publishing/trash.ts")).trash,
  },
  {
    name: "blocks",
    summary: "List, add and remove blocked addresses",
    usage: "list|add|remove [ADDRESS]",
    argumentCount: [0, 2],
    details:
      "A blocked site can't follow, and its posts are not accepted. A follow between you ends here; to tell the other " +
      `site too, use ${program} unfollow and ${program} remove-follower first.`,
    flags: [{ name: "reason", placeholder: "TEXT", summary: "add: a note for yourself." }, limit],
    settings: store,
    load: async () => (await import("./publishing/blocks.ts")).blocks,
  },
  {
    name: "settings",
    summary: "List and change the settings of the dashboard",
    usage: "list|get|set|reset [NAME] [VALUE]",
    argumentCount: [0, 3],
    details: `A running node uses changes immediately. The settings are ${settingNames.join(", ")}.`,
    completions: { get: settingNames, set: settingNames, reset: settingNames },
    settings: store,
    load: async () => (await import("./maintenance/settings.ts")).settings,
  },
  {
    name: "theme",
    summary: "Save a design of the site as a folder, and upload a changed one",
    usage: "list|download|upload [NAME] [FOLDER]",
    argumentCount: [0, 3],
    details:
      "A folder has a stylesheet, theme.css, and a manifest, theme.json. A FOLDER that ends in .css is one file with both. Download without a NAME writes what the site has.",
    flags: [{ name: "replace", summary: "upload: Replace the site's own stylesheet." }],
    settings: store,
    load: async () => (await import("./maintenance/theme.ts")).theme,
  },
  {
    name: "completion",
    summary: "Print a script for shell completion",
    usage: "bash|zsh|fish",
    argumentCount: [1, 1],
    details: "The first line of the script says where to put it.",
    settings: [],
    load: async () => (await import("./completion.ts")).completion,
  },
];

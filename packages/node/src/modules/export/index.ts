import { keys, network, progress, store } from "../../cli/command.ts";
import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** A node's content taken out and in: exports, the static site, and imports. */
export const exporting = defineModule({
  name: "export",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "export",
      summary: "Write your content into plain files with their proofs",
      usage: "[FOLDER|FILE.tar.gz|FILE.zip]",
      argumentCount: [0, 1],
      details:
        "Your posts and files, byte for byte, each with its proof, your profile, settings without secrets, follows with their " +
        "signatures, comments, a list of all files with their hashes, signed with your key file, and a page and a program " +
        "that check all of it without a network. Without an argument, one .tar.gz in the current folder. Drafts and other " +
        "private data are left out unless you give --private. An interrupted export continues when it is run again.",
      flags: [
        {
          name: "private",
          summary: "Include drafts, hidden and pending comments, and email addresses of commenters.",
        },
        {
          name: "static",
          summary:
            "Write the public site into FOLDER, as files that any web server or object store serves, each post with its " +
            "proof. Run it again to update the folder.",
        },
        {
          name: "url",
          placeholder: "URL",
          summary: "static: the address at which the site will be served; by default this node's URL.",
        },
        { name: "unsigned", summary: "Do not ask for the key; the list of files is not signed then." },
        { name: "force", summary: "Overwrite FILE if it exists." },
        progress,
      ],
      settings: [...store, ...keys],
      load: async () => (await import("./export-command.ts")).exportNode,
    },
    {
      name: "import",
      summary: "Import posts of another program, or an export of Freehold",
      usage: "PATH",
      argumentCount: [1, 1],
      details:
        "A file, an archive or a folder of WordPress, Ghost, Substack, Medium, Mastodon, Bluesky, Blogger, Hugo, Jekyll, Obsidian, Logseq, a feed or an epress " +
        "node; the command recognises it. Imported posts are unsigned and on your site only, with the date on which they were " +
        "written; what was not public stays a draft, pictures are imported, old addresses redirect. `sign --imported` signs the posts. Every " +
        "existing hash and signature is checked; wrong entries are left out and named (exit code 1), and the others are " +
        "imported. Existing posts are not changed, so you can run it again. Followers are not notified.",
      flags: [
        { name: "dry-run", summary: "Show the result of the import without changing anything." },
        {
          name: "publish",
          summary: "Publish entries that have no status, such as the notes of a folder.",
        },
        {
          name: "publish-incomplete",
          summary: "Publish entries that were public, even if words or code are missing.",
        },
        {
          name: "author",
          placeholder: "NAME",
          repeatable: true,
          summary:
            "Your name among the authors of the file, if it has several. Posts of others are left out.",
        },
        {
          name: "site",
          placeholder: "URL",
          summary:
            "The address of the old site. Missing pictures and files are fetched from it; the others stay links to it.",
        },
        { name: "fetch-pictures", summary: "Fetch missing pictures from their https addresses." },
        {
          name: "keep-metadata",
          summary: "Import pictures with their location and camera data.",
        },
        {
          name: "announce",
          summary: "Notify followers of signed posts now, and of the others when they are signed.",
        },
        {
          name: "confirm",
          summary:
            "Import all of an export of Freehold, even if you did not sign its list of files: unsigned posts and comments " +
            "are published as they were, and settings and unsigned follows are imported.",
        },
        {
          name: "report",
          placeholder: "FILE",
          summary: "List everything that was left out or changed in a file, as JSON.",
        },
        { name: "force", summary: "Overwrite the file of --report if it exists." },
        progress,
      ],
      settings: [...store, ...network, "max-content-bytes"],
      load: async () => (await import("./import-command.ts")).importNode,
    },
  ],
});

import { invalidImport } from "../errors.ts";
import { markdownText } from "../markdown/sites/site-layout.ts";
import { findByBeginning, type OpenedExport } from "./opened-export.ts";

/** Ways to bring an export that is not read. */
const advice = {
  notes: (name: string) =>
    `This is an export of ${name}, which can't be imported. Let ${name} or a converter write Markdown, and import the folder of it or a zip of it.`,
  account: (name: string) =>
    `This is an archive of ${name}, which can't be imported. Let a converter write Markdown, and import the folder of it or a zip of it.`,
  blog: (name: string) =>
    `This is an export of ${name}, which can't be imported. Import it into a WordPress first, and import the export of that.`,
  document: (name: string) =>
    `The format ${name} can't be imported. Save the document as Markdown, HTML or plain text, and import that file.`,
} as const;

interface OtherProgram {
  readonly name: string;
  readonly kind: keyof typeof advice;
  /** A file that only its archives have. */
  readonly file?: RegExp;
  /** The beginning of its file. */
  readonly start?: RegExp;
}

const programs: readonly OtherProgram[] = [
  { name: "Joplin", kind: "notes", file: /(?:^|\/)[\da-f]{32}\.md$/ },
  { name: "Evernote", kind: "notes", file: /\.enex$/i, start: /^\s*(?:<[?!][^>]*>\s*)*<en-export\b/ },
  {
    name: "Roam Research",
    kind: "notes",
    start: /^\s*\[\s*\{[^[\]]{0,4000}"(?:edit-email|create-email|edit-time|:create\/user)"/,
  },
  { name: "Day One", kind: "notes", start: /^\s*\{\s*"metadata"\s*:\s*\{[^{}]{0,200}\}\s*,\s*"entries"/ },
  { name: "Google Keep", kind: "notes", file: /(?:^|\/)Takeout\/Keep\/[^/]+\.(?:json|html)$/ },
  { name: "Simplenote", kind: "notes", start: /^\s*\{\s*"activeNotes"\s*:/ },
  {
    name: "X (Twitter)",
    kind: "account",
    file: /(?:^|\/)(?:data\/(?:tweets?|note-tweet|account)|data\/js\/tweet_index)(?:-part\d+)?\.js$/,
  },
  {
    name: "Instagram",
    kind: "account",
    file: /(?:^|\/)(?:your_instagram_activity\/|content\/(?:posts|reels|stories)(?:_\d+)?\.(?:json|html)$)/,
  },
  {
    name: "Facebook",
    kind: "account",
    file: /(?:^|\/)(?:your_facebook_activity\/|posts\/(?:your_posts|profile_posts)[^/]*$)/,
  },
  { name: "LinkedIn", kind: "account", file: /(?:^|\/)(?:Shares|Connections|Endorsement_\w+)\.csv$/ },
  {
    name: "Reddit",
    kind: "account",
    file: /(?:^|\/)(?:post_headers|posts_headers|post_votes|subscribed_subreddits)\.csv$/,
  },
  {
    name: "Telegram",
    kind: "account",
    start: /^\s*\{\s*"(?:about|name)"\s*:[^{}]{0,2000}"type"\s*:\s*"[a-z_]*(?:channel|group|chat)"/,
  },
  {
    name: "Misskey",
    kind: "account",
    start: /^\s*\[\s*\{\s*"id"[^{}]{0,6000}"(?:renoteId|fileIds|cw|localOnly)"/,
  },
  {
    name: "Tumblr",
    kind: "blog",
    file: /(?:^|\/)(?:posts\/posts_index\.html|posts\/html\/\d+\.html|posts\.zip)$/,
  },
  { name: "LiveJournal", kind: "blog", start: /^\s*(?:<[?!][^>]*>\s*)*<livejournal\b/i },
  {
    name: "Movable Type",
    kind: "blog",
    start:
      /^\ufeff?(?:(?:AUTHOR|TITLE|BASENAME|STATUS|DATE|UNIQUE URL|CONVERT BREAKS|ALLOW COMMENTS|ALLOW PINGS|CATEGORY|PRIMARY CATEGORY): ?[^\n]*\n){3,20}\s*-----/,
  },
  { name: "Word", kind: "document", file: /^word\/document\.xml$/ },
  { name: "EPUB", kind: "document", file: /^META-INF\/container\.xml$/ },
  { name: "OpenDocument", kind: "document", file: /^META-INF\/manifest\.xml$/ },
  { name: "Pages", kind: "document", file: /(?:^|\/)Index\/Document\.iwa$/ },
  { name: "PDF", kind: "document", start: /^%PDF-/ },
  { name: "RTF", kind: "document", start: /^\{\\rtf/ },
];

/**
 * Refuses the export of a program that is known and not read. A folder that has Markdown of others is read.
 *
 * @throws ImportError IMPORT_INVALID with a sentence that says how its texts can come
 */
export async function refuseOtherPrograms(opened: OpenedExport): Promise<void> {
  const names = [...opened.entries.keys()];
  const refuse = ({ name, kind }: OtherProgram) => invalidImport(advice[kind](name));
  for (const program of programs) {
    const { file } = program;
    if (file === undefined || !names.some((name) => file.test(name))) continue;
    if (!names.some((name) => markdownText.test(name) && !file.test(name))) throw refuse(program);
  }
  if (names.some((name) => markdownText.test(name))) return;
  let known: OtherProgram | undefined;
  await findByBeginning(opened, /\.(?:json|xml|enex|txt|pdf|rtf)$/i, (beginning) => {
    known ??= programs.find(({ start }) => start?.test(beginning.toString()));
    return known !== undefined;
  });
  if (known) throw refuse(known);
}

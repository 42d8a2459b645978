import { plainText, type SourceText } from "../balance/source-text.ts";
import type { UnweighedPost } from "../balance/weighed-posts.ts";
import { encodeAddress } from "../html/clean-html.ts";
import { escapeText } from "../html/escape-text.ts";
import { asGallery } from "../html/figures.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { nameOf } from "../html/pictures-of-text.ts";
import type { ArchiveEntry, ImportedFile, ImportRefusal, ImportSource } from "../source.ts";
import { draftBecause, publicBecause, type Visibility } from "../visibility.ts";
import { type JsonRow, readJsonRows } from "./json-rows.ts";
import type { OpenedExport } from "./opened-export.ts";
import { listOf, objectOf, readDate, readLanguage, readOldPath, textOr } from "./read-text.ts";
import { refusalOf, sourceOf } from "./source-of.ts";
import { ThreadGatherer, ThreadIndex, type ThreadPart } from "./threads.ts";

type Row = JsonRow["value"];

/** The counts of skipped entries of an archive. */
interface LeftOut {
  boosts: number;
  unpublic: number;
}

/** A post of the owner's, as the outbox has it. */
interface Note extends ThreadPart {
  readonly note: Row;
}

/**
 * Opens an archive of Mastodon (Preferences > Import and export): `outbox.json`, a collection of ActivityPub, and the
 * folder `media_attachments`. Taken are the owner's own posts that were public, and unlisted ones as drafts; own replies to
 * them are joined to one post. Boosts, replies to others, and posts for followers or single people are left out and
 * counted.
 */
export async function openMastodon(opened: OpenedExport): Promise<ImportSource | null> {
  const outbox = [...opened.entries.values()].find(
    ({ name }) => /(?:^|\/)outbox\.json$/.test(name) && name.split("/").length <= 3,
  );
  if (!outbox) return null;
  const index = new ThreadIndex();
  const left: LeftOut = { boosts: 0, unpublic: 0 };
  await readIndex(outbox, index, left);
  if (index.size + index.leftOut + left.boosts + left.unpublic === 0) return null;
  const read = () => readNotes(opened, { outbox, index, left });
  return sourceOf(opened, { format: "mastodon", count: index.size, read });
}

const rowsOf = async (outbox: ArchiveEntry) =>
  readJsonRows(await outbox.open(), (path) => path === "orderedItems");

async function readIndex(outbox: ArchiveEntry, index: ThreadIndex, left: LeftOut): Promise<void> {
  for await (const { value } of await rowsOf(outbox)) {
    const note = objectOf(value.object);
    const id = textOr(note.id);
    if (value.type === "Announce" || isOfOthers(value)) left.boosts += 1;
    if (!isOwn(value) || id === "") continue;
    const parent = textOr(note.inReplyTo) || null;
    if (!isPublic(note) || !isSentToAll(value)) left.unpublic += 1;
    else if (parent !== null && !isBy(parent, textOr(note.attributedTo))) index.addForeign(id);
    else index.add(id, parent);
  }
  index.seal();
}

const isPost = ({ type, object }: Row) =>
  type === "Create" && /^(?:Note|Question|Article)$/.test(textOr(objectOf(object).type));
/** Whether somebody else wrote the post of an activity. */
const isOfOthers = (row: Row) => {
  const [actor, author] = [textOr(row.actor), textOr(objectOf(row.object).attributedTo)];
  return isPost(row) && actor !== "" && author !== "" && actor !== author;
};
const isOwn = (row: Row) => isPost(row) && !isOfOthers(row);
const isBy = (id: string, author: string) => author !== "" && id.startsWith(`${author}/`);

const everybody = /^(?:https:\/\/www\.w3\.org\/ns\/activitystreams#|as:)?Public$/;
const isFor = (people: unknown) =>
  [people].flat().some((one) => typeof one === "string" && everybody.test(one));
/** Public, or unlisted: a copy goes to everybody. */
const isPublic = ({ to, cc }: Row) => isFor(to) || isFor(cc);
/** The audience of an activity that names one is that of its post, or narrower. */
const isSentToAll = (activity: Row) =>
  (activity.to === undefined && activity.cc === undefined) || isPublic(activity);
/** Words of servers of this family: posts for their own people alone, and a visibility besides the audience. */
const isRestricted = (note: Row) =>
  note.localOnly === true || note.local_only === true || !/^(?:public)?$/.test(textOr(note.visibility));

/** Finds a file of the archive by its path beside the outbox. */
type FindEntry = (path: string) => ArchiveEntry | undefined;

interface Archive {
  readonly outbox: ArchiveEntry;
  readonly index: ThreadIndex;
  readonly left: LeftOut;
}

async function* readNotes(
  opened: OpenedExport,
  archive: Archive,
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  const { index, outbox, left } = archive;
  const folder = outbox.name.slice(0, -"outbox.json".length);
  const find = (path: string) => opened.entries.get(folder + path);
  const threads = new ThreadGatherer<Note>(index);
  for await (const { value } of await rowsOf(outbox)) {
    const note = objectOf(value.object);
    const id = textOr(note.id);
    if (!isOwn(value) || index.rootOf(id) === null) continue;
    const thread = threads.take({ id, at: readDate(note.published), note });
    if (thread) yield await toPost(find, thread);
  }
  for (const thread of threads.rest()) yield await toPost(find, thread);
  yield* describeLeftOut(left, index.leftOut);
}

function* describeLeftOut({ boosts, unpublic }: LeftOut, replies: number): Generator<ImportRefusal> {
  if (boosts > 0)
    yield {
      key: "boosts",
      why: `${boosts} boosts were left out: other people wrote them.`,
      leftOut: { because: "others", count: boosts },
    };
  if (replies > 0)
    yield {
      key: "replies",
      why: `${replies} replies to other people were left out.`,
      leftOut: { because: "others", count: replies },
    };
  if (unpublic > 0)
    yield {
      key: "not public",
      why: `${unpublic} posts for followers or single people were left out.`,
      leftOut: { because: "private", count: unpublic },
    };
}

async function toPost(find: FindEntry, thread: readonly Note[]): Promise<UnweighedPost | ImportRefusal> {
  const key = thread[0]?.id ?? "";
  try {
    const files = new Map<string, ImportedFile>();
    const texts: string[] = [];
    const notes = new Set<string>();
    for (const { note } of thread) texts.push(await toMarkdown(find, note, files, notes));
    const tags = thread.flatMap(({ note }) => listOf(note.tag)).filter(({ type }) => type === "Hashtag");
    const first = thread[0]?.note ?? {};
    return {
      key,
      title: textOr(first.name),
      markdown: texts.filter((text) => text !== "").join("\n\n"),
      slug: null,
      writtenAt: thread[0]?.at ?? null,
      isPage: false,
      visibility: visibilityOf(thread),
      tags: [...new Set(tags.map(({ name }) => textOr(name).replace(/^#/, "")))].filter((tag) => tag !== ""),
      language: readLanguage(Object.keys(objectOf(first.contentMap))[0]),
      excerpt: null,
      cover: null,
      oldPaths: [
        ...new Set(
          thread.flatMap(({ note }) => [readOldPath(textOr(note.url)), readOldPath(textOr(note.id))]),
        ),
      ].filter((path) => path !== null),
      files: [...files.values()],
      notes: [...notes],
      visible: thread.flatMap(({ note }) => visibleOf(note)),
    };
  } catch (error) {
    return refusalOf(key, "", error);
  }
}

/** The first post of a thread is the one that readers are shown; a warning of any of them hides something that this node would show. */
function visibilityOf(thread: readonly Note[]): Visibility {
  const first = thread[0]?.note ?? {};
  if (!isFor(first.to) || isRestricted(first)) return draftBecause("unlisted");
  const isSensitive = ({ note }: Note) => note.sensitive === true || textOr(note.summary).trim() !== "";
  return thread.some(isSensitive) ? draftBecause("sensitive") : publicBecause("addressed");
}

/** Warning, text, poll and attachments of one post. */
async function toMarkdown(
  find: FindEntry,
  note: Row,
  files: Map<string, ImportedFile>,
  notes: Set<string>,
): Promise<string> {
  const body = await htmlToMarkdown(textOr(note.content), { base: textOr(note.url) || null });
  for (const one of body.notes) notes.add(one);
  const summary = textOr(note.summary).trim();
  const options = listOf(note.oneOf ?? note.anyOf);
  const poll = options.map(
    ({ name, replies }) => `- ${escapeText(textOr(name))} (${Number(objectOf(replies).totalItems) || 0})`,
  );
  const attached = listOf(note.attachment).flatMap((one) => {
    const file = attachmentOf(find, one, pageOf(note));
    if (file === null) return leaveBehind(one, note, notes);
    files.set(file.address, file);
    const isPicture = textOr(one.mediaType).startsWith("image/");
    return [
      `${isPicture ? "!" : ""}[${escapeText(file.description ?? (isPicture ? "" : file.name))}](${file.address})`,
    ];
  });
  const warning = summary === "" ? "" : `**⚠️ ${escapeText(summary)}**`;
  return [warning, body.markdown, quoteOf(note), poll.join("\n"), ...asGallery(attached)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** A link to the post that it quotes, where its text has none; "" for no quote. */
function quoteOf(note: Row): string {
  const url = URL.parse([note.quote, note.quoteUrl, note.quoteUri].map(textOr).find(Boolean) ?? "");
  const content = textOr(note.content);
  const isNamed =
    url === null || /class="[^"<>]{0,200}quote-inline/.test(content) || content.includes(url.href);
  return isNamed || !/^https?:$/.test(url.protocol) ? "" : `<${url.href}>`;
}

/** The page of a post on its server; null where none is named. */
function pageOf(note: Row): string | null {
  const page = URL.parse(textOr(note.url) || textOr(note.id));
  return page !== null && /^https?:$/.test(page.protocol) ? page.href : null;
}

/** An attachment that the archive lacks: a link to its post, with its description; nothing says the address of the file itself. */
function leaveBehind({ url, name }: Row, note: Row, notes: Set<string>): string[] {
  const file = nameOf(textOr(url));
  const page = pageOf(note);
  const words = escapeText(textOr(name).replace(/\s+/g, " ").trim() || file);
  if (page === null) {
    notes.add(`The file ${file} is not in the archive, and its source is unknown.`);
    return [words];
  }
  notes.add(`The file ${file} is not in the archive: a link leads to its post, ${page}.`);
  return [`[${words}](${encodeAddress(page)})`];
}

/** Everything that a post showed: warning, text, poll, and the descriptions of its pictures. */
function visibleOf(note: Row): readonly SourceText[] {
  const options = listOf(note.oneOf ?? note.anyOf);
  const named = [...options, ...listOf(note.attachment)].map(({ name }) => textOr(name));
  return [{ kind: "html", text: textOr(note.content) }, ...plainText(textOr(note.summary), ...named)];
}

/**
 * Its address is a path in the archive; of one that is not there, the address that the server had. Where that is only the path that the
 * archive would have, the page of the post shows the file.
 */
function attachmentOf(find: FindEntry, { url, name }: Row, page: string | null): ImportedFile | null {
  const written = textOr(url);
  const [bare = ""] = written.split(/[?#]/, 1);
  const at = bare.indexOf("media_attachments/");
  const path = at === -1 ? undefined : bare.slice(at);
  const description = textOr(name).replace(/\s+/g, " ").trim() || null;
  const entry = path === undefined ? undefined : find(path);
  if (!entry && !/^(?:https:\/\/|\/(?!\/))/.test(written)) return null;
  const address = entry ? encodeURI(path ?? "") : encodeAddress(URL.parse(written)?.href ?? written);
  const shown = entry || page === null || !written.startsWith("/") ? {} : { page };
  return { address, name: nameOf(address), description, open: entry ? () => entry.open() : null, ...shown };
}

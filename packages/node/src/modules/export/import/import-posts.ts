import {
  draftBecause,
  type ImportedPost,
  type ImportRefusal,
  type ImportSource,
  isIncomplete,
  publicBecause,
} from "@freehold/import";
import { addressOfContents } from "@freehold/protocol";
import { decodeUriIfValid } from "@freehold/protocol/internal";
import { limits } from "../../../domain/limits.ts";
import { normalisePath, oldPathLength } from "../../../domain/normalise-path.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { type Alongside, createPublication } from "../../../domain/publications/create.ts";
import { cutExcerpt } from "../../../domain/publications/present.ts";
import { isSlug, loadToAscii, makeSlug, type ToAscii } from "../../../domain/publications/slug-names.ts";
import { findObstacle } from "../../../domain/publications/slugs.ts";
import { blankError, isBlank } from "../../../domain/publications/texts/blank.ts";
import { cleanPicturesInText } from "../../../domain/publications/texts/prepare-text.ts";
import { scheduledMoment } from "../../../domain/written-date.ts";
import { AppError, hasCode, isRefusal, msg } from "../../../errors/errors.ts";
import { composeText } from "../../../import-process/compose-text.ts";
import type { Tx } from "../../../store/database.ts";
import { countImportsSince, insertImport } from "../../../store/publications/imports.ts";
import { insertOldAddress } from "../../../store/publications/old-addresses.ts";
import { findPublication, type Publication } from "../../../store/publications/publications.ts";
import { findEarlier } from "./earlier-imports.ts";
import { fetchLeftBehind } from "./files/fetch-left-behind.ts";
import { importFiles } from "./files/import-files.ts";
import { placeFiles } from "./files/place-files.ts";
import { importComments } from "./import-comments.ts";
import type { ImportOptions, ImportRun } from "./import-run.ts";
import { importLimits } from "./limits.ts";
import { rewriteOldLinks } from "./old-links.ts";
import { parseSite } from "./old-site.ts";
import { findOwnerOfPosts } from "./owner-of-posts.ts";

const oldPathsOfPost = 50; // old addresses of an imported post

/**
 * Imports the posts of another program, one after another. Each is a draft, or on this site only; nothing is signed. An
 * entry that was imported before is known by its key and is not changed, even if it was changed or deleted here; but files of it
 * that could not be fetched then are.
 *
 * @throws AppError IMPORT_INVALID where the source breaks off: the entries before that are imported. The signal's reason
 */
export async function importPosts(
  run: ImportRun,
  source: Omit<ImportSource, "close">,
  { onProgress }: Pick<ImportOptions, "onProgress">,
): Promise<void> {
  const toAscii = await loadToAscii();
  const owner = await findOwnerOfPosts(run, source);
  if (run.since !== null) run.report.countAgain();
  run.namedSite = siteOf(source.site ?? null);
  const ids: number[] = [];
  let done = 0;
  for await (const entry of source.entries(run.signal, run.timeZone)) {
    run.signal?.throwIfAborted();
    if (done >= importLimits.entries) {
      run.report.refuse("…", `An import has up to ${importLimits.entries} posts. Split what follows.`);
      break;
    }
    onProgress?.(done, source.count);
    done += 1;
    if ("why" in entry) {
      if (entry.leftOut) run.report.leaveOut(nameOfLeftOut(entry), entry.why, entry.leftOut);
      else run.report.refuse(entry.title || entry.key, entry.why);
    } else if (owner.take(entry)) ids.push(...(await importPost(run, entry, toAscii)));
  }
  owner.report();
  // The files of posts that are here already are not read again.
  if (run.since !== null) {
    const { format, since } = run;
    const files = await countImportsSince(run.context.store.db, { format, kind: "file", since });
    run.report.taken.files = files;
  }
  await rewriteOldLinks(run, ids, source.site ?? null);
  onProgress?.(done, source.count);
}

/** The address of a site as it is written; null for one that is none. */
function siteOf(written: string | null): string | null {
  return URL.parse(written ?? "")?.protocol.startsWith("http") ? parseSite(written ?? "") : null;
}

/** Several entries have no name together. */
const nameOfLeftOut = ({ title, key, leftOut }: ImportRefusal) =>
  title || (leftOut && leftOut.count > 1 ? "…" : key);

/** @returns its id, if its text was not changed since the import */
async function importPost(run: ImportRun, entry: ImportedPost, toAscii: ToAscii): Promise<number[]> {
  const { report, context } = run;
  const post = asOfNow(run, entry);
  const kind = !post.visibility.public ? "drafts" : post.isPage ? "pages" : "posts";
  const { key, before } = await findEarlier(run, post);
  if (before || (run.dryRun && !run.addSeen(`post ${key.key}`))) {
    if (before && run.hasTaken(before)) reportTaken(run, post, kind);
    else report.count(kind, false);
    if (!before?.publicationId) return [];
    // Earlier versions left them behind, and an import may have been stopped before them.
    await importComments(run, post, before.publicationId);
    const unchanged = await findUnchanged(run, before.publicationId, before.importedAt);
    await fetchLeftBehind(run, post, before.publicationId);
    return unchanged;
  }
  const ids: number[] = [];
  try {
    checkText(composeText(post, new Map()), post);
    const files = await importFiles(run, post);
    const { url } = await requireOwner(context);
    const here = [...files.taken].map(
      ([address, { hash }]) => [address, addressOfContents(url, hash)] as const,
    );
    const named = post.files.map(({ address }) => [address, address] as const);
    const links = new Map([...named, ...files.elsewhere, ...here]);
    const placed = run.dryRun ? post : placeFiles(post, files);
    const text = await cleanText(run, composeText(placed, links));
    checkText(text, post);
    const cover = post.cover === null ? undefined : files.taken.get(post.cover);
    const paths = readOldPaths(post);
    const slug = readSlug(post, toAscii);
    if (run.dryRun) await noteTakenSlug(run, post, slug);
    else {
      const coverHash = cover?.isPicture ? (cover.hash as `0x${string}`) : null;
      const record = async (tx: Tx, { id }: Publication) => {
        await insertImport(tx, { ...key, ...run.recordOf(id) });
        ids.push(id);
        for (const path of paths) await insertOldAddress(tx, path, id);
      };
      await createPost(run, post, { text, coverHash, slug, record });
    }
    reportTaken(run, post, kind);
    await importComments(run, post, ids[0] ?? null);
  } catch (error) {
    run.signal?.throwIfAborted();
    if (!isRefusal(error)) throw error;
    report.refuse(post.title || post.key, error.message);
  }
  return ids;
}

type Kind = "posts" | "pages" | "drafts";

function reportTaken(run: ImportRun, post: ImportedPost, kind: Kind): void {
  const { report } = run;
  const title = post.title || post.key;
  report.count(kind, true);
  report.explain({ title, visibility: post.visibility });
  if (isIncomplete(post.balance)) report.lose({ title, balance: post.balance });
  report.list({ title, kind, writtenAt: run.dateOf(post) });
  report.taken.redirects += readOldPaths(post).length;
  for (const note of post.notes) run.note(post, note);
}

/**
 * A post that was scheduled or had expired becomes a draft. So do a post that nothing marks as public, and one that lost words or
 * code, unless the owner publishes those.
 */
function asOfNow(run: ImportRun, post: ImportedPost): ImportedPost {
  const { publish, publishIncomplete, timeZone } = run;
  const shownFrom = scheduledMoment(post.shownFrom === undefined ? post : post.shownFrom, timeZone);
  const shownUntil = scheduledMoment(post.shownUntil ?? null, timeZone);
  const now = run.context.clock.now();
  const notes = [...post.notes];
  const isChosen = publish && !post.visibility.public && post.visibility.because === "unsaid";
  const visibility = isChosen ? publicBecause("owner") : post.visibility;
  if (!visibility.public) return { ...post, notes };
  if (shownFrom !== null && shownFrom > now) {
    notes.push(`It was to appear at ${new Date(shownFrom).toISOString()}; it is a draft here.`);
    return { ...post, visibility: draftBecause("scheduled"), notes };
  }
  if (shownUntil !== null && shownUntil <= now) {
    notes.push(`It was no longer shown since ${new Date(shownUntil).toISOString()}; it is a draft here.`);
    return { ...post, visibility: draftBecause("expired"), notes };
  }
  if (isIncomplete(post.balance) && !publishIncomplete)
    return { ...post, visibility: draftBecause("incomplete"), notes };
  return { ...post, visibility, notes };
}

/** Rewrites links also if an earlier run was stopped before it did. */
async function findUnchanged({ context: { store } }: ImportRun, id: number, importedAt: number) {
  const found = await findPublication(store.db, id);
  return found && found.updatedAt <= importedAt ? [id] : [];
}

/** @throws AppError VALIDATION_FAILED, TOO_LARGE, BLANK_POST for one that is no draft */
function checkText(text: string, { visibility }: Pick<ImportedPost, "visibility">): void {
  if (text === "") throw new AppError("VALIDATION_FAILED", "It is empty.");
  if (visibility.public && isBlank(text)) throw blankError();
  if (Buffer.byteLength(text) > limits.markdownBytes) {
    throw new AppError("TOO_LARGE", msg`This is larger than the limit of ${limits.markdownBytes} bytes.`);
  }
}

/** A text without the metadata of pictures inside it. @throws AppError PICTURE_UNSUPPORTED, PICTURE_DAMAGED */
async function cleanText(run: ImportRun, text: string): Promise<string> {
  if (run.keepMetadata) return text;
  const cleaned = await cleanPicturesInText(text);
  run.countCleaned(text, cleaned.removed);
  return cleaned.text;
}

interface ComposedPost {
  readonly text: string;
  readonly coverHash: `0x${string}` | null;
  readonly slug: string | null;
  readonly record: Alongside;
}

async function createPost(
  run: ImportRun,
  post: ImportedPost,
  { text, coverHash, slug, record }: ComposedPost,
): Promise<void> {
  const excerpt = cutExcerpt(post.excerpt);
  const create = (chosen: string | null) =>
    createPublication(
      run.context,
      {
        kind: "POST",
        slug: chosen,
        state: post.visibility.public ? "local" : "draft",
        source: toSource(text),
        presentation: { excerpt, coverHash, isPage: post.isPage ? 1 : 0 },
        writtenAt: run.dateOf(post),
        isUndated: true,
        keepMetadata: run.keepMetadata,
        isQuiet: true,
        alongside: record,
      },
      run.signal,
    );
  await create(slug).catch(async (error: unknown) => {
    if (!hasCode(error, "SLUG_TAKEN")) throw error;
    run.note(post, describeTakenSlug(slug));
    await create(null);
  });
}

const describeTakenSlug = (slug: string | null) =>
  `Another of your posts has the slug “${slug}”, so this one has another.`;

/** In a dry run: reports an address that is taken here or by an earlier post. */
async function noteTakenSlug(run: ImportRun, post: ImportedPost, slug: string | null): Promise<void> {
  if (slug === null) return;
  const wanted = { id: null, slug, publisherAddress: run.self, replaces: null };
  const obstacle = await findObstacle(run.context.store.db, wanted);
  if (obstacle || !run.addSeen(`slug ${slug}`)) run.note(post, describeTakenSlug(slug));
}

async function* toSource(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The last part of the address that it had; null where none can be made of it. */
function readSlug({ slug }: ImportedPost, toAscii: ToAscii): string | null {
  const last =
    (slug ?? "")
      .slice(-oldPathLength)
      .split("/")
      .findLast((part) => part !== "") ?? "";
  const name = decodeUriIfValid(last).replace(/\.(?:html?|md)$/i, "");
  if (isSlug(name)) return name;
  return makeSlug(name, toAscii) || null;
}

function readOldPaths({ oldPaths }: ImportedPost): string[] {
  const normal = oldPaths.slice(0, oldPathsOfPost).map(normalisePath);
  return [...new Set(normal.filter((path) => path !== null))];
}

import { formatVersionLink, joinNodeUrl, withoutVersionLink } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import { findContent } from "../../../store/contents.ts";
import { findReplacingDraft, type Publication } from "../../../store/publications/publications.ts";
import type { Caller } from "../../access/callers.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { limits } from "../../limits.ts";
import { requireOwner } from "../../profile/owner.ts";
import { readSiteLooks, type SiteLooks } from "../../settings/settings.ts";
import { createPublication } from "../create.ts";
import { requireReferable } from "../visible.ts";
import { findNewest } from "./versions.ts";

/**
 * Begins a new version of a signed post: a draft with the text of the newest version, a link to it in the last line
 * (docs/decisions/0014), and its presentation. The draft that was begun before is taken where there is one.
 *
 * @throws AppError NOT_FOUND, CONFLICT for an unsigned publication, VALIDATION_FAILED for a file, TOO_LARGE
 */
export async function writeNewVersion(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">,
  id: number,
): Promise<Publication> {
  const { store } = context;
  const newest = await findSignedNewest(context, id);
  const { contentHash, excerpt, coverHash, isPage } = newest;
  const begun = await findReplacingDraft(store.db, newest.publisherAddress, contentHash);
  if (begun) return begun;
  const size = (await findContent(store.db, contentHash))?.size ?? 0;
  const body = await readMarkdown(context, { ...newest, size }, limits.markdownBytes);
  if (body === null) throw new AppError("NOT_FOUND", "The content of this post is missing on the node.");
  return await createPublication(context, {
    kind: "POST",
    state: "draft",
    source: toSource(await addVersionLink(context, body, newest)),
    presentation: { excerpt, coverHash, isPage },
  });
}

/**
 * The newest version of a signed post of the owner.
 *
 * @param caller who refers to the post; null for the owner
 * @throws AppError NOT_FOUND, CONFLICT for an unsigned publication, VALIDATION_FAILED for a file
 */
export async function findSignedNewest(
  context: Pick<Context, "store" | "owner">,
  id: number,
  caller: Caller | null = null,
): Promise<Publication> {
  const own = await requireOwner(context);
  const found = await requireReferable(context.store.db, id, { self: own.address, caller });
  if (found.kind !== "POST") throw new AppError("VALIDATION_FAILED", "Only posts have versions.");
  const newest = await findNewest(context, found);
  if (newest.timestamp === null)
    throw new AppError("CONFLICT", "This post is not signed. Change it instead.");
  return newest;
}

/** The text of a new version: its last line links to the signed post, and there is no other such link. */
export async function addVersionLink(
  context: Pick<Context, "store" | "owner">,
  body: string,
  { contentHash, timestamp }: Pick<Publication, "contentHash" | "timestamp">,
): Promise<string> {
  const own = await requireOwner(context);
  const text = describeLink(await readSiteLooks(context), timestamp ?? 0);
  const href = joinNodeUrl(own.url, `/publications/${contentHash}`);
  const link = formatVersionLink({ text, href, contentHash });
  return `${[withoutVersionLink(body).trimEnd(), link].filter((part) => part !== "").join("\n\n")}\n`;
}

async function* toSource(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The words of the link, in the language and the time zone of the site. @param timestamp seconds */
function describeLink(
  { defaultLanguage, timeZone }: Pick<SiteLooks, "defaultLanguage" | "timeZone">,
  timestamp: number,
): string {
  const isChinese = defaultLanguage.startsWith("zh");
  const options = { dateStyle: "long", timeZone } as const;
  const day = new Intl.DateTimeFormat(isChinese ? "zh-CN" : "en-GB", options).format(timestamp * 1000);
  return isChinese ? `替代 ${day.replace(/\d+/g, " $& ").trim()} 的版本` : `Replaces the version of ${day}`;
}

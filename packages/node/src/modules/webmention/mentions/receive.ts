import { randomBytes } from "node:crypto";
import { hourMs, pageKey } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { type Client, hasReached, identifyClient, isCrowdedOut } from "../../../domain/access/clients.ts";
import { takesComments } from "../../../domain/comments/commentable.ts";
import { pathAtOwn } from "../../../domain/profile/own-addresses.ts";
import { type OwnProfile, requireOwner } from "../../../domain/profile/owner.ts";
import { findQuoted } from "../../../domain/publications/files/references.ts";
import { findRedirect } from "../../../domain/publications/old-addresses.ts";
import { readSomeSettings } from "../../../domain/settings/settings.ts";
import { AppError } from "../../../errors/errors.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { addJobs } from "../../../store/queues/jobs.ts";
import {
  countUnconfirmed,
  deleteMentionsBefore,
  endMentionsBefore,
  findMention,
  insertMention,
  type Mention,
  updateMention,
} from "../store/mentions.ts";
import { mentionLimits } from "./limits.ts";
import { invalid, parsePage, slashForms, withoutFragment } from "./page-address.ts";

/** Whether a publication can be mentioned by other sites now: where it takes comments, and the owner wants mentions. */
export async function takesMentions(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<boolean> {
  const { receiveMentions } = await readSomeSettings(store.db, ["receiveMentions"]);
  return receiveMentions && (await takesComments({ store }, publicationId));
}

/**
 * Takes the word of anybody that a page (`source`) mentions a post of this site (`target`), to be checked by a row of the queue
 * (Webmention 3.2.1). The same two pages again are checked again, which finds changes and deletions.
 *
 * @param from.ip the client's address, for the limits; null where it is unknown
 * @returns the key of its status
 * @throws AppError VALIDATION_FAILED, COMMENT_DISABLED where the post takes none, RATE_LIMITED, NOT_INSTALLED
 */
export async function receiveMention(
  context: Pick<Context, "store" | "clock" | "owner">,
  { source, target }: { source: string; target: string },
  from: { ip: string | null },
): Promise<string> {
  const { store, clock } = context;
  const owner = await requireOwner(context);
  const page = parsePage(source, "source");
  const path = pathAtOwn(target, owner);
  // An address of this site with http leads to the same page.
  const mentioned = parsePage(path === null ? target : target.replace(/^http:/i, "https:"), "target");
  if (pageKey(page.href) === pageKey(mentioned.href))
    throw invalid("source", "A page does not mention itself.");
  if (pathAtOwn(page.href, owner) !== null) throw invalid("source", "A post of this site needs no mention.");
  const found = path === null ? null : await findMentioned(context, path, owner);
  if (found?.post.publisherAddress !== owner.address) {
    throw invalid("target", "There is no such post on this site.");
  }
  const publicationId = found.post.id;
  if (!(await takesMentions(context, publicationId))) {
    throw new AppError("COMMENT_DISABLED", "Mentions are not accepted here.");
  }
  const pages = { source: withoutFragment(page), target: withoutFragment(mentioned) };
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "mentions");
    const now = clock.now();
    const client = await identifyClient(tx, from.ip);
    const known =
      (await findMention(tx, pages)) ??
      (await findMention(tx, { sources: slashForms(pages.source), publicationId }));
    const isRemovedByOwner = known?.state === "accepted" && known.commentId === null;
    if (known?.state === "waiting" || isRemovedByOwner) return known.statusKey;
    await requireRoom(tx, { host: page.host, client, now });
    const about = { client: client?.stored ?? null, askedAt: now, publicationId };
    const changes = { ...about, state: "waiting" as const, reason: null, target: pages.target };
    const statusKey = known?.statusKey ?? randomBytes(16).toString("hex");
    const id =
      known?.id ??
      (await insertMention(tx, {
        ...pages,
        ...changes,
        statusKey,
        host: page.host,
        author: null,
        commentId: null,
      }));
    if (known) await updateMention(tx, id, changes);
    const payload = JSON.stringify({ mentionId: id });
    const expiresAt = now + mentionLimits.checkMs;
    await addJobs(tx, [{ kind: "mention-in", host: page.host, payload, now, expiresAt }]);
    return statusKey;
  });
}

/** The post at a path of this site, or the one to which it leads since that post was imported. */
async function findMentioned(
  context: Pick<Context, "store" | "owner">,
  path: string,
  owner: OwnProfile,
): ReturnType<typeof findQuoted> {
  const [asked = ""] = path.split("#", 1);
  const found = await findQuoted(context, { href: asked.replace(/\/(?=$|\?)/, ""), owner });
  if (found !== null) return found;
  const redirect = await findRedirect(context, asked);
  return redirect === null ? null : await findQuoted(context, { href: redirect, owner });
}

/**
 * Anybody can name any host, so a mention that its page has not confirmed counts for the network that sent it. Where a host
 * is named often, or much waits, every network still gets its part.
 *
 * @throws AppError RATE_LIMITED
 */
async function requireRoom(
  db: Reader,
  { host, client, now }: { host: string; client: Client | null; now: number },
): Promise<void> {
  const { perClientAndHour, namedPerHostAndHour, waiting } = mentionLimits;
  const since = now - hourMs;
  const ofClient = async (prefix: string) => (await countUnconfirmed(db, { since }, { prefix })).rows;
  const isTooMuch =
    (await hasReached(client, perClientAndHour, ofClient)) ||
    (await isCrowdedOut(client, namedPerHostAndHour, (of) => countUnconfirmed(db, { since, host }, of))) ||
    (await isCrowdedOut(client, waiting, (of) => countUnconfirmed(db, {}, of)));
  if (isTooMuch) throw new AppError("RATE_LIMITED", "Too many mentions were sent. Try again later.");
}

/** The state of a mention, for anybody who has its address. */
export type MentionStatus = Pick<Mention, "source" | "target" | "state" | "reason">;

/** @returns null for an unknown key */
export async function readMentionStatus(
  { store }: Pick<Context, "store">,
  statusKey: string,
): Promise<MentionStatus | null> {
  const found = await findMention(store.db, { statusKey });
  return found && { source: found.source, target: found.target, state: found.state, reason: found.reason };
}

const batch = 500;

/**
 * A maintenance task: ends mentions whose pages could not be read, and deletes refused ones and the records of their
 * senders.
 */
export async function sweepMentions({ store, clock }: Pick<Context, "store" | "clock">): Promise<void> {
  const now = clock.now();
  const sweep = async (tx: Tx) => {
    await endMentionsBefore(tx, now - mentionLimits.checkMs, "the page could not be read");
    return await deleteMentionsBefore(tx, now - mentionLimits.keptMs, batch);
  };
  while ((await store.transaction(sweep)) === batch);
}

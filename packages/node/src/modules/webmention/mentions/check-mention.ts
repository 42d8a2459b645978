import { PeerError } from "@freehold/protocol";
import { hourMs } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../../context.ts";
import { announceComment } from "../../../domain/comments/announce-comment.ts";
import { removeComment } from "../../../domain/comments/delete.ts";
import { authorOfMention, type MentionAuthor } from "../../../domain/comments/mention-author.ts";
import type { StoredMention } from "../../../domain/comments/view.ts";
import { addressesOfPath, pathAtOwn } from "../../../domain/profile/own-addresses.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { hasCode } from "../../../errors/errors.ts";
import type { PageMention } from "../../../foreign/documents.ts";
import type { Outcome } from "../../../jobs/retry.ts";
import { outcomeOfPeerError } from "../../../jobs/retry.ts";
import { isCommenterBlocked } from "../../../store/commenters.ts";
import {
  countHeldMentions,
  findComment,
  insertComment,
  moveComment,
  writeMention,
} from "../../../store/comments.ts";
import type { Tx } from "../../../store/database.ts";
import { emit } from "../../../store/events.ts";
import { parsePayload } from "../../../store/queues/job-payload.ts";
import type { Job } from "../../../store/queues/jobs.ts";
import { countConfirmed, countHeld, findMention, type Mention, updateMention } from "../store/mentions.ts";
import { type FetchedPage, fetchPage, requireAnswer } from "./fetch-page.ts";
import { mentionLimits } from "./limits.ts";
import { takesMentions } from "./receive.ts";

type CheckContext = Pick<Context, "store" | "clock" | "owner" | "peers" | "foreign">;

/** The payload of a job of the kind `mention-in`. */
const checkPayload = z.object({ mentionId: z.int() });

/**
 * Job: reads the page of a mention and looks whether it links to the post (Webmention 3.2.2). A mention becomes a comment
 * that waits for the owner. If its page has changed, it gets the new text and waits again. If the page is gone or no longer
 * links, it is removed.
 */
export async function checkMention(context: CheckContext, job: Job, signal?: AbortSignal): Promise<Outcome> {
  const { store } = context;
  const { mentionId } = parsePayload(checkPayload, job);
  const mention = await findMention(store.db, { id: mentionId });
  if (mention?.state !== "waiting") return { result: "refused", reason: "nothing waits for this any more" };
  if (!(await takesMentions(context, mention.publicationId))) {
    return await end(context, mention, { refused: "mentions are not accepted here", isGone: false });
  }
  let page: FetchedPage;
  try {
    page = await fetchPage(context, { url: mention.source, signal });
    requireAnswer(page);
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
  return await end(context, mention, await judge(context, page, mention));
}

/** The mention of a page, or the reason why it has none, and whether an earlier mention has to be removed. */
type Verdict = PageMention | { refused: string; isGone: boolean };

async function judge(
  { foreign, owner }: Pick<Context, "foreign" | "owner">,
  { status, page }: FetchedPage,
  { target, host }: Mention,
): Promise<Verdict> {
  if (status < 200 || status > 299) {
    return { refused: `the page answered ${status}`, isGone: status === 404 || status === 410 };
  }
  const own = await requireOwner({ owner });
  const path = pathAtOwn(target, own);
  const targets = path === null ? [target] : [...new Set([target, ...addressesOfPath(path, own)])];
  try {
    const found = await foreign.read("mention", { page, targets }, { from: host });
    return found ?? { refused: "the page does not link to the post", isGone: true };
  } catch (error) {
    if (!hasCode(error, "DOCUMENT_UNREADABLE")) throw error;
    return { refused: "the page can't be read", isGone: false };
  }
}

async function end(context: CheckContext, { id }: Mention, verdict: Verdict): Promise<Outcome> {
  const { store, clock } = context;
  const { address: self } = await requireOwner(context);
  const now = clock.now();
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "mentions");
    await store.dialect.lock(tx, "comments");
    const mention = await findMention(tx, { id });
    if (mention?.state !== "waiting") return { result: "done" };
    const comment = mention.commentId === null ? null : await findComment(tx, mention.commentId);
    const found =
      "refused" in verdict ? verdict : await save(tx, { mention, comment, found: verdict, self, now });
    if (typeof found === "number") {
      await updateMention(tx, id, { state: "accepted", reason: null, commentId: found });
      return { result: "done" };
    }
    const { refused: reason, isGone } = found;
    if (comment && isGone) await removeComment(tx, comment, now);
    const state = comment ? (isGone ? "removed" : "accepted") : "refused";
    await updateMention(tx, id, { state, reason });
    return { result: "refused", reason };
  });
}

interface Found {
  mention: Mention;
  comment: Awaited<ReturnType<typeof findComment>>;
  found: PageMention;
  self: Parameters<typeof announceComment>[1];
  now: number;
}

/** @returns the id of the comment, or why there is none */
async function save(
  tx: Tx,
  { mention, comment, found, self, now }: Found,
): Promise<number | { refused: string; isGone: boolean }> {
  const { publicationId, source } = mention;
  const { kind, authorName, authorUrl, text: body } = found;
  const author = authorOfMention({ source, authorUrl });
  const refused = await findObstacle(tx, mention, { author, isNew: comment === null, now });
  if (refused !== null) return { refused, isGone: false };
  const words = {
    authorName,
    body,
    authorId: author.key,
    mention: JSON.stringify({ kind, source, authorUrl } satisfies StoredMention),
  };
  if (comment) {
    const { authorName: name, body: text, mention: about } = comment;
    if (name === words.authorName && text === words.body && about === words.mention) return comment.id;
    await writeMention(tx, comment.id, words);
    // The owner approved other words.
    if (comment.state === "published") await moveComment(tx, comment.id, { from: "published", to: "held" });
  }
  await updateMention(tx, mention.id, { author: author.key });
  const id =
    comment?.id ?? (await insert(tx, { authorId: author.key, publicationId, authorName, body, now }));
  if (!comment) await writeMention(tx, id, words);
  const current = await findComment(tx, id);
  if (!current) throw new Error("The comment of a mention is not there.");
  await announceComment(tx, self, current, now);
  if (current.state === "held") {
    const about = { commentId: id, publicationId, authorName, state: "pending" } as const;
    await emit(tx, "comment.received", { ...about, now });
  }
  return id;
}

/** @returns why the owner does not take a mention, or null */
async function findObstacle(
  tx: Tx,
  { host, publicationId, client }: Mention,
  { author: { key: author, site }, isNew, now }: { author: MentionAuthor; isNew: boolean; now: number },
): Promise<string | null> {
  if (await isCommenterBlocked(tx, site)) return "the owner accepts no mentions from this site";
  if (author !== site && (await isCommenterBlocked(tx, author)))
    return "the owner accepts no mentions from this author";
  if (!isNew) return null;
  const since = now - hourMs;
  const { perAuthorAndPost, perAuthorAndHour, perHostAndHour, held, heldPerHost, heldPerClient } =
    mentionLimits;
  if (
    (await countConfirmed(tx, { author, publicationId, since })) >= perAuthorAndPost ||
    (await countConfirmed(tx, { author, since })) >= perAuthorAndHour
  )
    return "too many mentions of this author came within an hour";
  if ((await countConfirmed(tx, { host, since })) >= perHostAndHour)
    return "too many mentions of this site came within an hour";
  const isFull =
    (await countHeldMentions(tx)) >= held ||
    (await countHeld(tx, { host })) >= heldPerHost ||
    (client !== null && (await countHeld(tx, { client })) >= heldPerClient);
  return isFull ? "too many mentions wait for the owner" : null;
}

async function insert(
  tx: Tx,
  fields: { authorId: string; publicationId: number; authorName: string; body: string; now: number },
): Promise<number> {
  const { now, ...rest } = fields;
  const id = await insertComment(tx, {
    ...rest,
    authType: "WEBMENTION",
    timestamp: Math.floor(now / 1000),
    createdAt: now,
    tokenHash: null,
    client: null,
  });
  await moveComment(tx, id, { from: "pending", to: "held", confirmedAt: now });
  return id;
}

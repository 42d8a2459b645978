import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { minuteMs } from "@freehold/protocol/internal";
import { program } from "../../config/program.ts";
import type { Signer } from "../../domain/access/signer.ts";
import { countConnections } from "../../domain/connections/peers.ts";
import { readNode } from "../../domain/peers/peer-identity.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { createPublication } from "../../domain/publications/create.ts";
import { readDelivery } from "../../domain/publications/delivery/deliveries.ts";
import { findPublication } from "../../domain/publications/visible.ts";
import { beginClosing } from "../../domain/settings/close.ts";
import { readClosing, requireNotClosed } from "../../domain/settings/closing.ts";
import { AppError } from "../../errors/errors.ts";
import { services } from "../../services.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { type Call, textOf } from "../command.ts";
import { signOne } from "../publishing/sign.ts";

const waitMinutes = 10;
const fetchingMs = minuteMs; // a follower fetches a post after it took its proof
const lookMs = 1000;

/**
 * Publishes the last post of a node, and waits until its mails are sent, and its followers had time to fetch it. One that an earlier run began is finished, and no second
 * one is made.
 *
 * @returns its id; null for none
 * @throws AppError USAGE, SITE_CLOSED where it is closed already, ADDRESS_NOT_HERE where followers could not fetch it, or nothing sends its mails
 */
export async function publishLast(call: Call, node: OpenNode, signer: Signer): Promise<number | null> {
  const waitMs = readWait(call);
  const closing = await readClosing(node.store.db);
  if (closing !== null && closing.finishedAt !== null) {
    if (textOf(call, "message") !== undefined) await requireNotClosed(node.store.db);
    return closing.postId;
  }
  const id = closing?.postId ?? (await createLast(call, node));
  if (id === null) return null;
  const post = await findPublication(node, { id });
  if (post === null) return null;
  if (post.state === "draft") {
    await services().chooseMail(node, { publicationId: id, send: call.flags.mail === true });
    await signOne(node, signer, id);
  }
  await waitForReaders(call, node, { id, waitMs });
  return id;
}

/** Stores the last post as a draft, and begins the end with it. */
async function createLast(call: Call, node: OpenNode): Promise<number | null> {
  const { clock } = node;
  const text = textOf(call, "message");
  const sendsMail = call.flags.mail === true;
  if (text === undefined) {
    if (sendsMail) throw new AppError("USAGE", "--mail sends the last post: it needs --message.");
    return null;
  }
  if (sendsMail && (await services().countMailReaders(node)) === null)
    throw new AppError("USAGE", "--mail needs a newsletter that is turned on and can send emails.");
  if (sendsMail || (await countConnections(node)).followers > 0) await requireRunning(node);
  const { id } = await createPublication(node, {
    kind: "POST",
    source: Readable.from([Buffer.from(text)]),
    state: "draft",
    isToBeSigned: true,
    alongside: async (tx, { id: postId }) => void (await beginClosing(tx, { postId, now: clock.now() })),
  });
  return id;
}

/** @throws AppError ADDRESS_NOT_HERE where the node does not answer followers, and sends no mails */
async function requireRunning(node: OpenNode): Promise<void> {
  const own = await requireOwner(node);
  const found = await readNode(node, own.url).catch(() => null);
  if (found?.address !== own.address)
    throw new AppError(
      "ADDRESS_NOT_HERE",
      `This node does not respond at ${own.url}, so a last post reaches nobody. Start it first: ${program} start.`,
    );
}

function readWait(call: Call): number {
  const text = textOf(call, "wait") ?? String(waitMinutes);
  if (!/^\d{1,4}$/.test(text)) throw new AppError("USAGE", "--wait is a whole number of minutes.");
  return Number(text) * minuteMs;
}

/**
 * Waits until the running node has sent the mails of a post and told each follower, and then as long as followers need to fetch it; no longer
 * than `waitMs` in all.
 */
async function waitForReaders(
  call: Call,
  node: OpenNode,
  { id, waitMs }: { readonly id: number; readonly waitMs: number },
): Promise<void> {
  const { terminal } = call;
  const signal = call.stopSignal();
  const end = Date.now() + waitMs;
  for (;;) {
    const { pending } = (await readDelivery(node, id, { first: 1 })).counts;
    const { waiting = 0 } = (await services().readMailsOf(node, id)) ?? {};
    if (pending + waiting === 0 || Date.now() >= end) break;
    if (terminal.showsProgress) terminal.status(`Waiting for ${pending + waiting} to hear of the last post`);
    await pause(lookMs, undefined, { signal });
  }
  if ((await countConnections(node)).followers === 0) return;
  await pause(Math.min(fetchingMs, Math.max(0, end - Date.now())), undefined, { signal });
}

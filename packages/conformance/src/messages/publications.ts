import { setTimeout as pause } from "node:timers/promises";
import { expectThat, NotShown, Unexpected } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, isAccepted } from "../node/reply.ts";
import type { FakePeer, Publication, SeenRequest, ServedContent } from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";
import { send } from "./send-message.ts";

const pollMs = 25;

/** Text that no node has published before. A node of the reference form compares its whole type (decisions 6). */
export function newText(fakePeer: FakePeer, more = ""): ServedContent {
  const text = `# Conformance\n\nSigned by ${fakePeer.address}, ${fakePeer.contents.size}. ${more}\n`;
  return { bytes: Buffer.from(text), headers: { "content-type": fakePeer.markdownType } };
}

/** Bytes that no node has published before: a file without a caption. */
export function newFile(fakePeer: FakePeer): ServedContent {
  const bytes = Buffer.from(`\0\x01file of ${fakePeer.address}, ${fakePeer.contents.size}`);
  return { bytes, headers: { "content-type": "application/octet-stream" } };
}

/** The peer publishes a new text. */
export function publishText({ now }: TestContext, fakePeer: FakePeer, timestamp = now()): Publication {
  return fakePeer.publish(newText(fakePeer), timestamp);
}

/** Whether a request is for this publication's content, with its timestamp (decisions 5). */
export function isPullOf({ contentHash, timestamp }: Publication): (request: SeenRequest) => boolean {
  return ({ method, path, query }) =>
    method === "GET" &&
    path.toLowerCase() === `/ewp/contents/${contentHash}` &&
    query.get("timestamp") === String(timestamp);
}

/**
 * Sends a proof to the node.
 * @throws NotShown when the node refuses it: another check reports why
 */
export async function sendProofOf(context: TestContext, { envelope }: Publication): Promise<void> {
  const reply = await send(context, "publish", envelope);
  if (!isAccepted(reply)) throw new NotShown(`the node refused the proof: ${describeReply(reply)}`);
}

/**
 * Waits until the node answers that it has stored a publication.
 * @throws Unexpected when it does not in time
 */
export async function waitUntilStored(context: TestContext, { envelope }: Publication): Promise<void> {
  const end = Date.now() + context.waitMs;
  while (true) {
    const reply = await send(context, "publish", envelope);
    if (asRecord(reply.json).error === "REPLICATION_ALREADY_EXISTS") return;
    if (Date.now() > end)
      throw new Unexpected("409 REPLICATION_ALREADY_EXISTS after the pull", describeReply(reply));
    await pause(pollMs);
  }
}

/**
 * Sends a proof and waits until the node has stored the publication.
 * @throws NotShown when the node does not store it
 */
export async function storePublication(context: TestContext, publication: Publication): Promise<void> {
  await sendProofOf(context, publication);
  await waitUntilStored(context, publication).catch((error: unknown) => {
    throw error instanceof Unexpected ? new NotShown("the node did not pull the content") : error;
  });
}

/** Waits until the node sends the peer no more requests: after a follow it reads index and profile by itself. */
export async function waitUntilQuiet({ waitMs, quietMs }: TestContext, fakePeer: FakePeer): Promise<void> {
  const end = Date.now() + waitMs;
  let before = -1;
  while (before !== fakePeer.requests.length && Date.now() < end) {
    before = fakePeer.requests.length;
    await pause(quietMs);
  }
}

/** The node pulls the content of this publication. */
export async function expectPull(context: TestContext, fakePeer: FakePeer, publication: Publication) {
  const pulled = await fakePeer.waitForRequest(isPullOf(publication));
  const { contentHash, timestamp } = publication;
  const expected = `GET /ewp/contents/${contentHash}?timestamp=${timestamp}`;
  expectThat(pulled, expected, `no such request within ${context.waitMs / 1000} s`);
}

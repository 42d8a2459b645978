import { setTimeout as pause } from "node:timers/promises";
import { expectThat, NotShown, Unexpected } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, isAccepted } from "../node/reply.ts";
import type { FakePeer, Publication, SeenRequest, ServedContent } from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";
import { send } from "./send-message.ts";

const stepMs = 25;

/** Text that nobody has published before. A node of the reference form compares its whole type (decisions 6). */
export function someText(fakePeer: FakePeer, more = ""): ServedContent {
  const text = `# Conformance\n\nSigned by ${fakePeer.address}, ${fakePeer.contents.size}. ${more}\n`;
  return { bytes: Buffer.from(text), headers: { "content-type": fakePeer.markdownType } };
}

/** Bytes that nobody has published before, as a file without a caption. */
export function someFile(fakePeer: FakePeer): ServedContent {
  const bytes = Buffer.from(`\0\x01file of ${fakePeer.address}, ${fakePeer.contents.size}`);
  return { bytes, headers: { "content-type": "application/octet-stream" } };
}

/** Whether a request is for this publication's content, with its timestamp (decisions 5). */
export function isPullOf({ contentHash, timestamp }: Publication): (request: SeenRequest) => boolean {
  return ({ method, path, query }) =>
    method === "GET" &&
    path.toLowerCase() === `/ewp/contents/${contentHash}` &&
    query.get("timestamp") === String(timestamp);
}

/**
 * Brings a proof to the node.
 * @throws NotShown when it is not taken: another check tells why
 */
export async function bring(context: TestContext, { envelope }: Publication): Promise<void> {
  const reply = await send(context, "publish", envelope);
  if (!isAccepted(reply)) throw new NotShown(`the proof that it needs was refused: ${describeReply(reply)}`);
}

/**
 * Waits until the node says of a proof that it is stored already.
 * @throws Unexpected when it does not in time
 */
export async function untilStored(context: TestContext, { envelope }: Publication): Promise<void> {
  const end = Date.now() + context.waitMs;
  while (true) {
    const reply = await send(context, "publish", envelope);
    if (asRecord(reply.json).error === "REPLICATION_ALREADY_EXISTS") return;
    if (Date.now() > end) {
      throw new Unexpected(
        "409 REPLICATION_ALREADY_EXISTS once the content was pulled",
        describeReply(reply),
      );
    }
    await pause(stepMs);
  }
}

/**
 * Brings a proof, and waits until it is stored.
 * @throws NotShown when that does not come about
 */
export async function bringAndStore(context: TestContext, publication: Publication): Promise<void> {
  await bring(context, publication);
  await untilStored(context, publication).catch((error: unknown) => {
    throw error instanceof Unexpected ? new NotShown("the content that it needs was not pulled") : error;
  });
}

/**
 * Waits until the node has asked nothing of the fake peer for a while: what it looks at by itself after a follow, its
 * index and its profile, is over then.
 */
export async function untilQuiet(
  { waitMs, quietMs }: Pick<TestContext, "waitMs" | "quietMs">,
  fakePeer: FakePeer,
): Promise<void> {
  const end = Date.now() + waitMs;
  let before = -1;
  while (before !== fakePeer.requests.length && Date.now() < end) {
    before = fakePeer.requests.length;
    await pause(quietMs);
  }
}

/** The node pulls the content of this publication. */
export async function expectPull(
  { waitMs }: Pick<TestContext, "waitMs">,
  fakePeer: FakePeer,
  publication: Publication,
): Promise<void> {
  const pulled = await fakePeer.saw(isPullOf(publication));
  const { contentHash, timestamp } = publication;
  expectThat(
    pulled,
    `GET /ewp/contents/${contentHash}?timestamp=${timestamp}`,
    `no such request within ${waitMs / 1000} s`,
  );
}

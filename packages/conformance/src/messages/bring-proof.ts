import { setTimeout as pause } from "node:timers/promises";
import { expectThat, NotShown, Unexpected } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, isTaken } from "../node/reply.ts";
import type { Persona, Publication, SeenRequest, ServedContent } from "../peer/fake-peer.ts";
import type { Trial } from "../test-context.ts";
import { send } from "./send-message.ts";

const stepMs = 25;

/** Text that nobody has published before. A node of the reference form compares its whole type (decisions 6). */
export function someText(persona: Persona, more = ""): ServedContent {
  const text = `# Conformance\n\nSigned by ${persona.address}, ${persona.contents.size}. ${more}\n`;
  return { bytes: Buffer.from(text), headers: { "content-type": persona.markdownType } };
}

/** Bytes that nobody has published before, as a file without a caption. */
export function someFile(persona: Persona): ServedContent {
  const bytes = Buffer.from(`\0\x01file of ${persona.address}, ${persona.contents.size}`);
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
export async function bring(trial: Trial, { envelope }: Publication): Promise<void> {
  const reply = await send(trial, "publish", envelope);
  if (!isTaken(reply)) throw new NotShown(`the proof that it needs was refused: ${describeReply(reply)}`);
}

/**
 * Waits until the node says of a proof that it is stored already.
 * @throws Unexpected when it does not in time
 */
export async function untilStored(trial: Trial, { envelope }: Publication): Promise<void> {
  const end = Date.now() + trial.patienceMs;
  while (true) {
    const reply = await send(trial, "publish", envelope);
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
export async function bringAndStore(trial: Trial, publication: Publication): Promise<void> {
  await bring(trial, publication);
  await untilStored(trial, publication).catch((error: unknown) => {
    throw error instanceof Unexpected ? new NotShown("the content that it needs was not pulled") : error;
  });
}

/**
 * Waits until the node has asked nothing of the persona for a while: what it looks at by itself after a follow, its
 * index and its profile, is over then.
 */
export async function untilQuiet(
  { patienceMs, quietMs }: Pick<Trial, "patienceMs" | "quietMs">,
  persona: Persona,
): Promise<void> {
  const end = Date.now() + patienceMs;
  let before = -1;
  while (before !== persona.requests.length && Date.now() < end) {
    before = persona.requests.length;
    await pause(quietMs);
  }
}

/** The node pulls the content of this publication. */
export async function expectPull(
  { patienceMs }: Pick<Trial, "patienceMs">,
  persona: Persona,
  publication: Publication,
): Promise<void> {
  const pulled = await persona.saw(isPullOf(publication));
  const { contentHash, timestamp } = publication;
  expectThat(
    pulled,
    `GET /ewp/contents/${contentHash}?timestamp=${timestamp}`,
    `no such request within ${patienceMs / 1000} s`,
  );
}

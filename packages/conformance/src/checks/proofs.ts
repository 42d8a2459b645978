import { endpoints } from "@freehold/protocol";
import { type Check, defineChecks, type Section } from "../check.ts";
import { send, sendProof } from "../messages/send-message.ts";
import { type Changes, proofOf } from "../messages/write-messages.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { refusal, signedAt } from "./refusals.ts";

const hour = 3_600;
const year = 365 * 24 * hour;
const malformed = [
  { contentHash: "0x12" },
  { contentHash: undefined },
  { publisherAddress: "0x12" },
  { timestamp: -1 },
  { timestamp: "soon" },
  { timestamp: undefined },
  { note: "hello" },
];

/** Refusals that both endpoints of proofs share (decisions 2). */
function refusals(endpoint: "publish" | "replicate", section: Section): readonly Check[] {
  const sendTo = (context: TestContext, fakePeer: FakePeer, changes: Changes = {}) =>
    sendProof(context, endpoint, fakePeer, changes);
  return defineChecks(
    { section, decisions: 2, controls: [endpoint] },
    {
      [`${endpoint}-not-following`]: refusal(
        "a proof of a publisher that the node does not follow",
        "NOT_FOLLOWING",
        (context, fakePeer) => sendTo(context, fakePeer),
      ),
      [`${endpoint}-no-window`]: refusal(
        "even a year-old proof of a publisher that the node does not follow",
        "NOT_FOLLOWING",
        [...signedAt(sendTo, -2 * hour, -year), (context, peer) => sendTo(context, peer, { timestamp: 1 })],
      ),
      [`${endpoint}-ahead`]: refusal(
        "a proof more than an hour ahead",
        "INVALID_PAYLOAD",
        signedAt(sendTo, hour + 30, 24 * hour),
      ),
      [`${endpoint}-payload`]: refusal(
        "a malformed field or timestamp of a publisher that the node does not follow",
        "INVALID_PAYLOAD",
        malformed.map((changes) => (context, fakePeer) => sendTo(context, fakePeer, changes)),
      ),
      [`${endpoint}-not-following-first`]: refusal(
        "a wrong signature for a publisher that the node does not follow",
        "NOT_FOLLOWING",
        (context, fakePeer, other) => sendProof(context, endpoint, fakePeer, {}, other),
      ),
      [`${endpoint}-other-message`]: refusal(
        `another message than a proof at ${endpoints[endpoint].path}`,
        "INVALID_PAYLOAD",
        (context, fakePeer) => {
          const proof = proofOf(context, fakePeer);
          const types = { ...proof.types, DestroyConnection: proof.types.StatementOfSource ?? [] };
          const renamed = { ...proof, types, primaryType: "DestroyConnection" };
          return send(context, endpoint, signBy(fakePeer, renamed));
        },
        { decisions: 1 },
      ),
    },
  );
}

export const proofs: readonly Check[] = [...refusals("publish", "4.7"), ...refusals("replicate", "4.9")];

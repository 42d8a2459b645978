import { endpoints } from "@freehold/protocol";
import { type Check, defineChecks, type Section } from "../check.ts";
import { expectError } from "../expectations.ts";
import { send, sendProof } from "../messages/send-message.ts";
import { proofOf } from "../messages/write-messages.ts";
import { signBy } from "../signing/key.ts";

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

/** What both endpoints of proofs refuse (decisions 2). */
function refusals(endpoint: "publish" | "replicate", section: Section): readonly Check[] {
  const common = { section, decisions: 2, controls: [endpoint] };
  return defineChecks(common, {
    [`${endpoint}-not-following`]: {
      title: "a proof of a publisher that the node does not follow is NOT_FOLLOWING",
      async run(context) {
        expectError(await sendProof(context, endpoint, context.fakePeer()), "NOT_FOLLOWING");
      },
    },
    [`${endpoint}-no-window`]: {
      title: "a proof is never too old, not even after a year",
      async run(context) {
        const fakePeer = context.fakePeer();
        for (const timestamp of [context.now() - 2 * hour, context.now() - year, 1]) {
          expectError(await sendProof(context, endpoint, fakePeer, { timestamp }), "NOT_FOLLOWING");
        }
      },
    },
    [`${endpoint}-ahead`]: {
      title: "a proof more than an hour ahead is INVALID_PAYLOAD",
      async run(context) {
        for (const ahead of [hour + 30, 24 * hour]) {
          const early = { timestamp: context.now() + ahead };
          expectError(await sendProof(context, endpoint, context.fakePeer(), early), "INVALID_PAYLOAD");
        }
      },
    },
    [`${endpoint}-payload`]: {
      title: "malformed fields, including the timestamp, are INVALID_PAYLOAD, before NOT_FOLLOWING",
      async run(context) {
        const fakePeer = context.fakePeer();
        for (const changes of malformed) {
          const reply = await sendProof(context, endpoint, fakePeer, changes);
          expectError(reply, "INVALID_PAYLOAD", `for ${JSON.stringify(changes)}`);
        }
      },
    },
    [`${endpoint}-not-following-first`]: {
      title: "NOT_FOLLOWING is reported before a wrong signature",
      async run(context) {
        const reply = await sendProof(context, endpoint, context.fakePeer(), {}, context.fakePeer());
        expectError(reply, "NOT_FOLLOWING");
      },
    },
    [`${endpoint}-other-message`]: {
      decisions: 1,
      title: `another message than a proof at ${endpoints[endpoint].path} is INVALID_PAYLOAD`,
      async run(context) {
        const fakePeer = context.fakePeer();
        const proof = proofOf(context, fakePeer);
        const types = { ...proof.types, DestroyConnection: proof.types.StatementOfSource ?? [] };
        const renamed = { ...proof, types, primaryType: "DestroyConnection" };
        expectError(await send(context, endpoint, signBy(fakePeer, renamed)), "INVALID_PAYLOAD");
      },
    },
  });
}

export const proofs: readonly Check[] = [...refusals("publish", "4.7"), ...refusals("replicate", "4.9")];

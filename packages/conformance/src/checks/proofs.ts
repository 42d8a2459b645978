import { endpoints } from "@freehold/protocol";
import { type Check, defineChecks, type Section } from "../check.ts";
import { expectError } from "../expectations.ts";
import { send, sendProof } from "../messages/send-message.ts";
import { proofOf } from "../messages/write-messages.ts";
import { signBy } from "../signing/key.ts";
import { refusal, type Send } from "./refusals.ts";

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
  const sendsAt = (...times: readonly ((now: number) => number)[]): Send[] =>
    times.map(
      (time) => (context, fakePeer) =>
        sendProof(context, endpoint, fakePeer, { timestamp: time(context.now()) }),
    );
  return defineChecks(
    { section, decisions: 2, controls: [endpoint] },
    {
      [`${endpoint}-not-following`]: refusal(
        "a proof of a publisher that the node does not follow",
        "NOT_FOLLOWING",
        (context, fakePeer) => sendProof(context, endpoint, fakePeer),
      ),
      [`${endpoint}-no-window`]: {
        ...refusal(
          "",
          "NOT_FOLLOWING",
          sendsAt(
            (now) => now - 2 * hour,
            (now) => now - year,
            () => 1,
          ),
        ),
        title: "a proof is never too old, not even after a year",
      },
      [`${endpoint}-ahead`]: refusal(
        "a proof more than an hour ahead",
        "INVALID_PAYLOAD",
        sendsAt(
          (now) => now + hour + 30,
          (now) => now + 24 * hour,
        ),
      ),
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
      [`${endpoint}-other-message`]: refusal(
        `another message than a proof at ${endpoints[endpoint].path}`,
        "INVALID_PAYLOAD",
        (context, fakePeer) => {
          const proof = proofOf(context, fakePeer);
          const types = { ...proof.types, DestroyConnection: proof.types.StatementOfSource ?? [] };
          return send(
            context,
            endpoint,
            signBy(fakePeer, { ...proof, types, primaryType: "DestroyConnection" }),
          );
        },
        { decisions: 1 },
      ),
    },
  );
}

export const proofs: readonly Check[] = [...refusals("publish", "4.7"), ...refusals("replicate", "4.9")];

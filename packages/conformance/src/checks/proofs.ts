import { endpoints } from "@freehold/protocol";
import type { Check, Section } from "../check.ts";
import { expectError } from "../expectations.ts";
import { send } from "../messages/send-message.ts";
import { proofOf } from "../messages/write-messages.ts";
import { signBy } from "../signing/key.ts";

const hour = 3_600;
const year = 365 * 24 * hour;

/** What both endpoints that take proofs refuse alike (decisions 2). */
function refusals(endpoint: "publish" | "replicate", section: Section): Check[] {
  const head = { section, decisions: 2, controls: [endpoint] };
  return [
    {
      ...head,
      id: `${endpoint}-not-following`,
      title: "a proof of somebody whom the node does not follow is NOT_FOLLOWING",
      async run(context) {
        const fakePeer = context.fakePeer();
        expectError(
          await send(context, endpoint, signBy(fakePeer, proofOf(context, fakePeer))),
          "NOT_FOLLOWING",
        );
      },
    },
    {
      ...head,
      id: `${endpoint}-no-window`,
      title: "a proof is never too old: one of a year ago is looked at like any other",
      async run(context) {
        const fakePeer = context.fakePeer();
        for (const timestamp of [context.now() - 2 * hour, context.now() - year, 1]) {
          const old = signBy(fakePeer, proofOf(context, fakePeer, { timestamp }));
          expectError(await send(context, endpoint, old), "NOT_FOLLOWING");
        }
      },
    },
    {
      ...head,
      id: `${endpoint}-ahead`,
      title: "a proof that is more than an hour ahead is INVALID_PAYLOAD",
      async run(context) {
        const fakePeer = context.fakePeer();
        for (const ahead of [hour + 30, 24 * hour]) {
          const early = signBy(fakePeer, proofOf(context, fakePeer, { timestamp: context.now() + ahead }));
          expectError(await send(context, endpoint, early), "INVALID_PAYLOAD");
        }
      },
    },
    {
      ...head,
      id: `${endpoint}-payload`,
      title: "malformed fields, a malformed timestamp included, are INVALID_PAYLOAD, before NOT_FOLLOWING",
      async run(context) {
        const fakePeer = context.fakePeer();
        const wrongs = [
          { contentHash: "0x12" },
          { contentHash: undefined },
          { publisherAddress: "0x12" },
          { timestamp: -1 },
          { timestamp: "soon" },
          { timestamp: undefined },
          { note: "hello" },
        ];
        for (const wrong of wrongs) {
          const body = signBy(fakePeer, proofOf(context, fakePeer, wrong));
          expectError(await send(context, endpoint, body), "INVALID_PAYLOAD", `for ${JSON.stringify(wrong)}`);
        }
      },
    },
    {
      ...head,
      id: `${endpoint}-not-following-first`,
      title: "NOT_FOLLOWING is told before a wrong signature",
      async run(context) {
        const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
        expectError(
          await send(context, endpoint, signBy(other, proofOf(context, fakePeer))),
          "NOT_FOLLOWING",
        );
      },
    },
    {
      ...head,
      id: `${endpoint}-other-message`,
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
  ];
}

export const proofs: readonly Check[] = [...refusals("publish", "4.7"), ...refusals("replicate", "4.9")];

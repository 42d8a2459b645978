import { isDeepStrictEqual } from "node:util";
import { type Check, defineChecks } from "../../check.ts";
import { expectAccepted, expectEqual, expectStatus, expectThat } from "../../expectations.ts";
import { followByGraphql } from "../../messages/send-message.ts";
import { followOf } from "../../messages/write-messages.ts";
import { asList, asRecord } from "../../node/node-info.ts";
import { describeReply, isAccepted } from "../../node/reply.ts";
import type { SeenRequest } from "../../peer/fake-peer.ts";
import { type LooseEnvelope, signBy } from "../../signing/key.ts";
import { type EnvelopeChange, signed, unsigned, withDomain, withField } from "./changed-follows.ts";

const common = { section: "4.11", decisions: 3, form: "reference", needs: ["peer"] } as const;
const controls = ["follow"] as const;
const day = 86_400;

/** GraphQL refuses each of these follows, and the node does not send it to the follower's node. */
function refusal(
  title: string,
  ...changes: readonly EnvelopeChange[]
): Pick<Check, "title" | "controls" | "run"> {
  return {
    title: `${title} is refused and not sent to the follower's node`,
    // No code is specified for this refusal. If the node can't reach the peer, it refuses for another reason.
    controls,
    async run(context) {
      for (const change of changes) {
        const fakePeer = context.fakePeer();
        const right = signBy(fakePeer, followOf(context, fakePeer));
        const wrong = change(right, context, fakePeer) as LooseEnvelope;
        const reply = await followByGraphql(context, fakePeer, wrong);
        const hasErrors = asList(asRecord(reply.json).errors).length > 0;
        const isRefused = reply.status < 500 && !isAccepted(reply) && hasErrors;
        expectThat(isRefused, "errors of GraphQL", describeReply(reply));
        expectThat(!fakePeer.requests.some(isFollow), "no request to the peer", "POST /ewp/connections");
      }
    },
  };
}

function isFollow({ method, path }: SeenRequest): boolean {
  return method === "POST" && path === "/ewp/connections";
}

/**
 * The follower sends a follow to the node's GraphQL. The node sends the same signed data to the follower's node before it
 * answers (decisions 3, 7 and 9).
 */
export const referenceFollow = defineChecks(common, {
  "reference-graphql-follow": {
    title: "GraphQL createConnection accepts a follow and returns the follower's node",
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await followByGraphql(context, fakePeer);
      expectStatus(reply, 200);
      expectAccepted(reply);
      const { address, url, title } = asRecord(asRecord(asRecord(reply.json).data).createConnection);
      expectEqual(address, fakePeer.address, "address");
      expectEqual(url, fakePeer.url, "url");
      expectEqual(typeof title, "string", "type of the title");
    },
  },
  "reference-graphql-follow-brought": {
    title: "the node sends the same signed data to the follower's node before it answers",
    controls,
    async run(context) {
      const fakePeer = context.fakePeer();
      const { typedData, signature } = signBy(fakePeer, followOf(context, fakePeer));
      await followByGraphql(context, fakePeer, { typedData, signature });
      const body = asRecord(fakePeer.requests.find(isFollow)?.json);
      expectEqual(body.signature, signature, `signature in POST ${fakePeer.url}/ewp/connections`);
      const { message } = asRecord(body.typedData);
      expectThat(isDeepStrictEqual(message, typedData.message), "the message as signed", message);
    },
  },
  "reference-graphql-follow-known-there": {
    title: "a follow that the follower's node already has (409) is accepted",
    controls,
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerFollow = [409, { error: "CONNECTION_ALREADY_EXISTS" }];
      expectAccepted(await followByGraphql(context, fakePeer));
    },
  },
  "reference-graphql-follow-refused-there": {
    decisions: 9,
    title: "a follow that the follower's node refuses is refused: both have the record or neither has",
    controls,
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerFollow = [400, { error: "INVALID_SIGNATURE" }];
      const reply = await followByGraphql(context, fakePeer);
      expectThat(!isAccepted(reply), "errors of GraphQL", describeReply(reply));
    },
  },
  "reference-graphql-follow-by-another": refusal(
    "a follow whose signer is not at followerUrl",
    ({ typedData }, context) => signBy(context.fakePeer(), typedData),
  ),
  "reference-graphql-follow-tampered": refusal(
    "a follow that was changed after signing",
    ...unsigned(...withField<number>("timestamp", (seconds) => seconds - 1)),
  ),
  "reference-graphql-follow-domain": refusal(
    "a follow for another signing domain",
    ...signed(...withDomain("name", "epress"), ...withDomain("version", "2"), ...withDomain("chainId", 5)),
  ),
  "reference-graphql-follow-out-of-time": refusal(
    "a follow signed for yesterday or tomorrow",
    ...signed(
      ...withField<number>(
        "timestamp",
        (now) => now - day,
        (now) => now + day,
      ),
    ),
  ),
  "reference-graphql-follow-of-another": refusal(
    "a follow of another node",
    ...signed(
      ...withField("followeeAddress", (_own, context) => context.fakePeer().address),
      ...withField("followeeUrl", (_own, context) => context.fakePeer().url),
    ),
  ),
});

import { isDeepStrictEqual } from "node:util";
import { type Check, defineChecks } from "../check.ts";
import { expectAccepted, expectEqual, expectStatus, expectThat } from "../expectations.ts";
import { followByGraphql } from "../messages/send-message.ts";
import { type Changes, followOf } from "../messages/write-messages.ts";
import { asList, asRecord } from "../node/node-info.ts";
import { describeReply, isAccepted } from "../node/reply.ts";
import type { FakePeer, SeenRequest } from "../peer/fake-peer.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { withDomain } from "./changed-follows.ts";

const common = { section: "4.11", decisions: 3, form: "reference", needs: ["peer"] } as const;
const controls = ["follow"] as const;
const day = 86_400;

/** A follow with one fault. */
type Wrong = (context: TestContext, fakePeer: FakePeer) => LooseEnvelope;

/** GraphQL refuses each of these follows, and the node does not send it to the follower's node. */
function refusal(title: string, ...wrongs: readonly Wrong[]): Pick<Check, "title" | "controls" | "run"> {
  return {
    title: `${title} is refused and not sent to the follower's node`,
    // No code is specified for this refusal. If the node can't reach the peer, it refuses for another reason.
    controls,
    async run(context) {
      for (const write of wrongs) {
        const fakePeer = context.fakePeer();
        const reply = await followByGraphql(context, fakePeer, write(context, fakePeer));
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

function withMessage(changes: (context: TestContext) => Changes): Wrong {
  return (context, fakePeer) => signBy(fakePeer, followOf(context, fakePeer, changes(context)));
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
    (context, fakePeer) => signBy(context.fakePeer(), followOf(context, fakePeer)),
  ),
  "reference-graphql-follow-tampered": refusal(
    "a follow that was changed after signing",
    (context, fakePeer) => {
      const { typedData, signature } = signBy(fakePeer, followOf(context, fakePeer));
      const timestamp = Number(typedData.message.timestamp) - 1;
      return { typedData: { ...typedData, message: { ...typedData.message, timestamp } }, signature };
    },
  ),
  "reference-graphql-follow-domain": refusal(
    "a follow for another signing domain",
    ...[...withDomain("name", "epress"), ...withDomain("version", "2"), ...withDomain("chainId", 5)].map(
      (change): Wrong =>
        (context, fakePeer) =>
          signBy(fakePeer, change(followOf(context, fakePeer), context)),
    ),
  ),
  "reference-graphql-follow-out-of-time": refusal(
    "a follow signed for yesterday or tomorrow",
    withMessage((context) => ({ timestamp: context.now() - day })),
    withMessage((context) => ({ timestamp: context.now() + day })),
  ),
  "reference-graphql-follow-of-another": refusal(
    "a follow of another node",
    withMessage((context) => ({ followeeAddress: context.fakePeer().address })),
    withMessage((context) => ({ followeeUrl: context.fakePeer().url })),
  ),
});

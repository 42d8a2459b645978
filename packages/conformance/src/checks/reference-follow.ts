import { isDeepStrictEqual } from "node:util";
import type { Check } from "../check.ts";
import { expectAccepted, expectEqual, expectStatus, expectThat } from "../expectations.ts";
import { followByGraphql } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import { asList, asRecord } from "../node/node-info.ts";
import { describeReply, isAccepted } from "../node/reply.ts";
import type { FakePeer, SeenRequest } from "../peer/fake-peer.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { withDomain } from "./signed-values.ts";

const head = { section: "4.11", decisions: 3, form: "reference" } as const;
const day = 86_400;

/** A follow that is wrong in one way. */
type Wrong = (context: TestContext, fakePeer: FakePeer) => LooseEnvelope;

/** A follow that the node must not take by GraphQL, and must not bring to the follower's node. */
function refusal(id: string, title: string, ...wrongs: readonly Wrong[]): Check {
  return {
    ...head,
    id: `reference-graphql-${id}`,
    title: `${title} is refused, and not brought to the follower's node`,
    // A refusal has no code that is laid down: of a node that reaches nobody it would show nothing.
    needs: ["peer"],
    controls: ["follow"],
    async run(context) {
      for (const write of wrongs) {
        const fakePeer = context.fakePeer();
        const reply = await followByGraphql(context, fakePeer, write(context, fakePeer));
        const isRefused =
          reply.status < 500 && !isAccepted(reply) && asList(asRecord(reply.json).errors).length > 0;
        expectThat(isRefused, "errors of GraphQL", describeReply(reply));
        expectThat(!fakePeer.requests.some(isFollow), "that nothing is brought", "POST /ewp/connections");
      }
    },
  };
}

function isFollow({ method, path }: SeenRequest): boolean {
  return method === "POST" && path === "/ewp/connections";
}

function withMessage(changes: (context: TestContext, fakePeer: FakePeer) => Record<string, unknown>): Wrong {
  return (context, fakePeer) => signBy(fakePeer, followOf(context, fakePeer, changes(context, fakePeer)));
}

/**
 * A follow that comes in: its follower gives it to the node's GraphQL, and the node brings the same signed data to the
 * follower's node before it answers (decisions 3, 7 and 9).
 */
export const referenceFollow: readonly Check[] = [
  {
    ...head,
    id: "reference-graphql-follow",
    title: "GraphQL createConnection takes a follow, and answers with the follower's node",
    needs: ["peer"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const envelope = signBy(fakePeer, followOf(context, fakePeer));
      const reply = await followByGraphql(context, fakePeer, envelope);
      expectStatus(reply, 200);
      expectAccepted(reply);
      const { address, url, title } = asRecord(asRecord(asRecord(reply.json).data).createConnection);
      expectEqual(address, fakePeer.address, "address");
      expectEqual(url, fakePeer.url, "url");
      expectEqual(typeof title, "string", "type of the title");
    },
  },
  {
    ...head,
    id: "reference-graphql-follow-brought",
    title: "before it answers, the node has brought the same signed data to the follower's node",
    needs: ["peer"],
    controls: ["follow"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const { typedData, signature } = signBy(fakePeer, followOf(context, fakePeer));
      await followByGraphql(context, fakePeer, { typedData, signature });
      const body = asRecord(fakePeer.requests.find(isFollow)?.json);
      expectEqual(body.signature, signature, `signature in POST ${fakePeer.url}/ewp/connections`);
      const { message } = asRecord(body.typedData);
      expectThat(isDeepStrictEqual(message, typedData.message), "the message as it was signed", message);
    },
  },
  {
    ...head,
    id: "reference-graphql-follow-known-there",
    title: "it is taken as well where the follower's node has the record already: 409",
    needs: ["peer"],
    controls: ["follow"],
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerFollow = [409, { error: "CONNECTION_ALREADY_EXISTS" }];
      expectAccepted(await followByGraphql(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer))));
    },
  },
  {
    ...head,
    id: "reference-graphql-follow-refused-there",
    decisions: 9,
    title: "where the follower's node refuses it, so does the node: both have the record or neither has",
    needs: ["peer"],
    controls: ["follow"],
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerFollow = [400, { error: "INVALID_SIGNATURE" }];
      const reply = await followByGraphql(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer)));
      expectThat(!isAccepted(reply), "errors of GraphQL", describeReply(reply));
    },
  },
  refusal(
    "follow-by-another",
    "a follow that somebody signed who is not at followerUrl",
    (context, fakePeer) => signBy(context.fakePeer(), followOf(context, fakePeer)),
  ),
  refusal("follow-tampered", "a follow that was changed after it was signed", (context, fakePeer) => {
    const { typedData, signature } = signBy(fakePeer, followOf(context, fakePeer));
    const timestamp = Number(typedData.message.timestamp) - 1;
    return { typedData: { ...typedData, message: { ...typedData.message, timestamp } }, signature };
  }),
  refusal(
    "follow-domain",
    "a follow that was signed for another domain",
    ...[{ name: "epress" }, { version: "2" }, { chainId: 5 }].map(
      (domain): Wrong =>
        (context, fakePeer) =>
          signBy(fakePeer, withDomain(domain)(followOf(context, fakePeer), context)),
    ),
  ),
  refusal(
    "follow-out-of-time",
    "a follow signed a day ago, or for tomorrow,",
    withMessage((context) => ({ timestamp: context.now() - day })),
    withMessage((context) => ({ timestamp: context.now() + day })),
  ),
  refusal(
    "follow-of-another",
    "a follow of another node",
    withMessage((context) => ({ followeeAddress: context.fakePeer().address })),
    withMessage((context) => ({ followeeUrl: context.fakePeer().url })),
  ),
];

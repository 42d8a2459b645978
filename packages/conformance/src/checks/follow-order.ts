import type { EwpErrorCode } from "@freehold/protocol";
import type { Check, Need } from "../check.ts";
import { expectAccepted, expectError } from "../expectations.ts";
import { follower, send, tryFollow } from "../messages/send-message.ts";
import { endOf, followOf, later } from "../messages/write-messages.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { type Key, type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const day = 86_400;

/** A follow with several things wrong at once; the title says which, and which is told. */
function order(
  id: string,
  title: string,
  error: EwpErrorCode,
  write: (context: TestContext, fakePeer: FakePeer, other: FakePeer) => LooseEnvelope,
  needs: readonly Need[] = [],
): Check {
  return {
    id: `follow-order-${id}`,
    section: "4.5",
    decisions: 2,
    title,
    needs,
    controls: ["follow"],
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      expectError(await tryFollow(context, fakePeer, write(context, fakePeer, other)), error);
    },
  };
}

function broken(fakePeer: FakePeer): void {
  fakePeer.answerProfile = (_request, response) => void response.writeHead(500).end();
}

function forged(
  key: Key,
  context: TestContext,
  fakePeer: FakePeer,
  changes: Record<string, unknown>,
): LooseEnvelope {
  return signBy(key, followOf(context, fakePeer, changes));
}

export const followOrder: readonly Check[] = [
  order("payload", "a missing field is told before a bad URL", "INVALID_PAYLOAD", (context, fakePeer) =>
    forged(fakePeer, context, fakePeer, { followeeAddress: "0x12", followerUrl: "http://node" }),
  ),
  order(
    "url",
    "a bad URL is told before a wrong signature",
    "INVALID_URL_FORMAT",
    (context, fakePeer, other) => forged(other, context, fakePeer, { followerUrl: "http://node" }),
  ),
  order(
    "signature",
    "a wrong signature is told before an old timestamp",
    "INVALID_SIGNATURE",
    (context, fakePeer, other) => forged(other, context, fakePeer, { timestamp: context.now() - day }),
  ),
  order(
    "timestamp",
    "an old timestamp is told before that it is about two other nodes",
    "INVALID_TIMESTAMP",
    (context, fakePeer, other) =>
      forged(fakePeer, context, fakePeer, { followeeAddress: other.address, timestamp: context.now() - day }),
  ),
  order(
    "followee",
    "a mismatch of the followee is told before one of the follower",
    "FOLLOWEE_IDENTITY_MISMATCH",
    (context, fakePeer, other) => {
      broken(fakePeer);
      return forged(fakePeer, context, fakePeer, { followeeUrl: other.url });
    },
    ["peer"],
  ),
  {
    id: "follow-order-exists",
    section: "4.5",
    decisions: 2,
    title: "that the connection exists is told before a mismatch of an identity",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      broken(fakePeer);
      const again = signBy(fakePeer, followOf(context, fakePeer, { followeeUrl: context.fakePeer().url }));
      expectError(await tryFollow(context, fakePeer, again), "CONNECTION_ALREADY_EXISTS");
    },
  },
  {
    id: "follow-order-stale",
    section: "4.5",
    decisions: 2,
    title: "that the follow is an old one is told before a mismatch of an identity",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      const timestamp = later(context);
      expectAccepted(
        await send(context, "destroyConnection", signBy(fakePeer, endOf(context, fakePeer, { timestamp }))),
      );
      broken(fakePeer);
      const old = signBy(fakePeer, followOf(context, fakePeer, { timestamp: timestamp - 2 }));
      expectError(await tryFollow(context, fakePeer, old), "STALE_REQUEST");
    },
  },
];

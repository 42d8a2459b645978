import type { EwpErrorCode } from "@freehold/protocol";
import { type Check, defineChecks, type Need } from "../check.ts";
import { expectAccepted, expectError } from "../expectations.ts";
import { createFollower, sendEnd, sendFollow } from "../messages/send-message.ts";
import { type Changes, later } from "../messages/write-messages.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";

const common = { section: "4.5", decisions: 2 } as const;
const day = 86_400;

/** A follow with several faults, and the error that the node must report. */
function order(
  title: string,
  error: EwpErrorCode,
  changes: (context: TestContext, other: FakePeer) => Changes,
  { isForged = false, isBroken = false, needs = [] as readonly Need[] } = {},
): Pick<Check, "title" | "needs" | "controls" | "run"> {
  return {
    title,
    needs,
    controls: ["follow"],
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      if (isBroken) breakProfile(fakePeer);
      const signer = isForged ? other : fakePeer;
      expectError(await sendFollow(context, fakePeer, changes(context, other), signer), error);
    },
  };
}

function breakProfile(fakePeer: FakePeer): void {
  fakePeer.answerProfile = (_request, response) => void response.writeHead(500).end();
}

export const followOrder = defineChecks(common, {
  "follow-order-payload": order("a missing field is reported before a bad URL", "INVALID_PAYLOAD", () => ({
    followeeAddress: "0x12",
    followerUrl: "http://node",
  })),
  "follow-order-url": order(
    "a bad URL is reported before a wrong signature",
    "INVALID_URL_FORMAT",
    () => ({ followerUrl: "http://node" }),
    { isForged: true },
  ),
  "follow-order-signature": order(
    "a wrong signature is reported before an old timestamp",
    "INVALID_SIGNATURE",
    (context) => ({ timestamp: context.now() - day }),
    { isForged: true },
  ),
  "follow-order-timestamp": order(
    "an old timestamp is reported before a wrong followee",
    "INVALID_TIMESTAMP",
    (context, other) => ({ followeeAddress: other.address, timestamp: context.now() - day }),
  ),
  "follow-order-followee": order(
    "a mismatch of the followee is reported before one of the follower",
    "FOLLOWEE_IDENTITY_MISMATCH",
    (_context, other) => ({ followeeUrl: other.url }),
    { isBroken: true, needs: ["peer"] },
  ),
  "follow-order-exists": {
    title: "an existing connection is reported before a mismatch of an identity",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await createFollower(context);
      breakProfile(fakePeer);
      const again = await sendFollow(context, fakePeer, { followeeUrl: context.fakePeer().url });
      expectError(again, "CONNECTION_ALREADY_EXISTS");
    },
  },
  "follow-order-stale": {
    title: "a stale follow is reported before a mismatch of an identity",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await createFollower(context);
      const timestamp = later(context);
      expectAccepted(await sendEnd(context, fakePeer, { timestamp }));
      breakProfile(fakePeer);
      expectError(await sendFollow(context, fakePeer, { timestamp: timestamp - 2 }), "STALE_REQUEST");
    },
  },
});

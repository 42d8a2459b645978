import type { EwpErrorCode } from "@freehold/protocol";
import { type Check, defineChecks, type Need } from "../check.ts";
import { expectAccepted, expectAnswer, expectError, expectThat } from "../expectations.ts";
import { createFollower, sendEnd, sendFollow } from "../messages/send-message.ts";
import { type Changes, later } from "../messages/write-messages.ts";
import { answerFailure, type FakePeer } from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";
import { refusal } from "./refusals.ts";

const common = { section: "4.5", needs: ["peer"] } as const;
const controls = ["follow"] as const;

/** POST /ewp/connections: the suite's own peers follow the node. */
export const follow = defineChecks(common, {
  "follow-created": {
    title: 'a follow is answered with 201 {"status":"created"}',
    async run(context) {
      const reply = await sendFollow(context, context.fakePeer());
      expectAnswer(reply, 201, "created");
    },
  },
  "follow-profile-read": {
    title: "the node reads the profile at followerUrl before it accepts a follow",
    async run(context) {
      const fakePeer = await createFollower(context);
      const read = fakePeer.requests.some(({ method, path }) => method === "GET" && path === "/ewp/profile");
      expectThat(read, `GET ${fakePeer.url}/ewp/profile`, "no request");
    },
  },
  "follow-repeated": {
    title: "a second follow of the same pair is CONNECTION_ALREADY_EXISTS, also with a new signature",
    async run(context) {
      const fakePeer = await createFollower(context);
      for (const timestamp of [context.now(), context.now() + 7]) {
        expectError(await sendFollow(context, fakePeer, { timestamp }), "CONNECTION_ALREADY_EXISTS");
      }
    },
  },
  "follow-replayed": {
    decisions: 3,
    title: "a follow signed before the second of its end is STALE_REQUEST",
    async run(context) {
      const fakePeer = await createFollower(context);
      const ended = later(context);
      expectAccepted(await sendEnd(context, fakePeer, { timestamp: ended }));
      for (const timestamp of [ended - 5, ended - 1]) {
        expectError(await sendFollow(context, fakePeer, { timestamp }), "STALE_REQUEST");
      }
    },
  },
  "follow-again": {
    decisions: 3,
    title: "a follow signed in the second of its end, or later, is accepted",
    async run(context) {
      for (const wait of [0, 1]) {
        const fakePeer = await createFollower(context);
        const timestamp = later(context);
        expectAccepted(await sendEnd(context, fakePeer, { timestamp }));
        expectAccepted(await sendFollow(context, fakePeer, { timestamp: timestamp + wait }));
      }
    },
  },
  "follow-of-another": refusal(
    "a follow between two other nodes",
    "FOLLOWEE_IDENTITY_MISMATCH",
    (context, fakePeer, other) =>
      sendFollow(context, fakePeer, { followeeAddress: other.address, followeeUrl: other.url }),
    { decisions: 2, controls },
  ),
  "follow-of-oneself": refusal(
    "a follow of oneself",
    "INVALID_PAYLOAD",
    (context, fakePeer) =>
      sendFollow(context, fakePeer, { followeeAddress: fakePeer.address, followeeUrl: fakePeer.url }),
    { decisions: 3, controls, needs: [] },
  ),
  "follow-followee-url": refusal(
    "a followeeUrl of another node",
    "FOLLOWEE_IDENTITY_MISMATCH",
    (context, fakePeer, other) => sendFollow(context, fakePeer, { followeeUrl: other.url }),
    { controls },
  ),
  "follow-wrong-signer": refusal(
    "a follow with the signature of another key",
    "INVALID_SIGNATURE",
    (context, fakePeer, other) => sendFollow(context, fakePeer, {}, other),
    { controls, needs: [] },
  ),
  "follow-refused-leaves-nothing": {
    controls,
    needs: [],
    decisions: 2,
    title: "a refused follow leaves no connection behind",
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerProfile = answerFailure;
      await sendFollow(context, fakePeer);
      await sendFollow(context, fakePeer, {}, context.fakePeer());
      expectError(await sendEnd(context, fakePeer), "CONNECTION_NOT_FOUND");
    },
  },
});

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
    controls,
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      if (isBroken) fakePeer.answerProfile = answerFailure;
      const signer = isForged ? other : fakePeer;
      expectError(await sendFollow(context, fakePeer, changes(context, other), signer), error);
    },
  };
}

const orderCommon = { section: "4.5", decisions: 2 } as const;
const day = 86_400;

export const followOrder = defineChecks(orderCommon, {
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
      fakePeer.answerProfile = answerFailure;
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
      fakePeer.answerProfile = answerFailure;
      expectError(await sendFollow(context, fakePeer, { timestamp: timestamp - 2 }), "STALE_REQUEST");
    },
  },
});

import { defineChecks } from "../../check.ts";
import { expectAccepted, expectAnswer, expectError, expectThat } from "../../expectations.ts";
import { createFollower, sendEnd, sendFollow } from "../../messages/send-message.ts";
import { later } from "../../messages/write-messages.ts";
import { answerFailure } from "../../peer/fake-peer.ts";
import { refusal } from "../refusals.ts";

const common = { section: "4.5", needs: ["peer"] } as const;
const controls = ["follow"] as const;

/** POST /ewp/connections: the suite's own peers follow the node. */
export const follow = defineChecks(common, {
  "follow-created": {
    title: 'a follow is answered with 201 {"status":"created"}',
    run: async (context) => expectAnswer(await sendFollow(context, context.fakePeer()), 201, "created"),
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

const day = 86_400;

/** Follows with two faults: the node reports the first one in the order of decisions 2. */
export const followOrder = defineChecks(
  { section: "4.5", decisions: 2, controls },
  {
    "follow-order-payload": refusal(
      "a follow with a malformed address and a bad URL",
      "INVALID_PAYLOAD",
      (context, fakePeer) =>
        sendFollow(context, fakePeer, { followeeAddress: "0x12", followerUrl: "http://node" }),
    ),
    "follow-order-url": refusal(
      "a follow with a bad URL and a wrong signature",
      "INVALID_URL_FORMAT",
      (context, fakePeer, other) => sendFollow(context, fakePeer, { followerUrl: "http://node" }, other),
    ),
    "follow-order-signature": refusal(
      "a follow with a wrong signature and an old timestamp",
      "INVALID_SIGNATURE",
      (context, fakePeer, other) => sendFollow(context, fakePeer, { timestamp: context.now() - day }, other),
    ),
    "follow-order-timestamp": refusal(
      "a follow with an old timestamp and a wrong followee",
      "INVALID_TIMESTAMP",
      (context, fakePeer, { address }) =>
        sendFollow(context, fakePeer, { followeeAddress: address, timestamp: context.now() - day }),
    ),
    "follow-order-followee": refusal(
      "a follow with a wrong followee and an unreadable follower",
      "FOLLOWEE_IDENTITY_MISMATCH",
      (context, fakePeer, other) => {
        fakePeer.answerProfile = answerFailure;
        return sendFollow(context, fakePeer, { followeeUrl: other.url });
      },
      { needs: ["peer"] },
    ),
    "follow-order-exists": refusal(
      "an existing connection with a wrong followee and an unreadable follower",
      "CONNECTION_ALREADY_EXISTS",
      async (context, other) => {
        const fakePeer = await createFollower(context);
        fakePeer.answerProfile = answerFailure;
        return sendFollow(context, fakePeer, { followeeUrl: other.url });
      },
      { controls: [], needs: ["peer"] },
    ),
    "follow-order-stale": refusal(
      "a follow that is stale and has an unreadable follower",
      "STALE_REQUEST",
      async (context) => {
        const fakePeer = await createFollower(context);
        const timestamp = later(context);
        expectAccepted(await sendEnd(context, fakePeer, { timestamp }));
        fakePeer.answerProfile = answerFailure;
        return sendFollow(context, fakePeer, { timestamp: timestamp - 2 });
      },
      { controls: [], needs: ["peer"] },
    ),
  },
);

import { defineChecks } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus, expectThat } from "../expectations.ts";
import { createFollowee, sendOwnEnd, sendOwnFollow } from "../messages/send-message.ts";
import { later } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";

const common = { section: "4.5", needs: ["peer", "owner"] } as const;

/** POST /ewp/connections for the follower's role: the owner signed, and the followee's node sends it (decisions 3). */
export const followAsFollower = defineChecks(common, {
  "own-follow-created": {
    decisions: 3,
    title: "a follow signed by the owner and sent by the followee is answered with 201",
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await sendOwnFollow(context, fakePeer);
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
      const read = fakePeer.requests.some(({ path }) => path === "/ewp/profile");
      expectThat(read, `that the node reads ${fakePeer.url}/ewp/profile`, "no request");
    },
  },
  "own-follow-repeated": {
    decisions: 3,
    title: "a second one is CONNECTION_ALREADY_EXISTS",
    async run(context) {
      const fakePeer = await createFollowee(context);
      expectError(await sendOwnFollow(context, fakePeer), "CONNECTION_ALREADY_EXISTS");
    },
  },
  "own-follow-by-followee": {
    controls: ["ownFollow"],
    title: "one with the followee's signature is INVALID_SIGNATURE",
    async run(context) {
      const fakePeer = context.fakePeer();
      expectError(await sendOwnFollow(context, fakePeer, {}, fakePeer), "INVALID_SIGNATURE");
    },
  },
  "own-follow-follower-url": {
    controls: ["ownFollow"],
    decisions: 3,
    title: "a followerUrl of another node is FOLLOWER_IDENTITY_MISMATCH",
    async run(context) {
      const elsewhere = { followerUrl: context.fakePeer().url };
      const reply = await sendOwnFollow(context, context.fakePeer(), elsewhere);
      expectError(reply, "FOLLOWER_IDENTITY_MISMATCH");
    },
  },
  "own-follow-replayed": {
    decisions: 3,
    title: "an ended follow, sent again, is STALE_REQUEST",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const timestamp = later(context);
      expectAccepted(await sendOwnEnd(context, fakePeer, { timestamp }));
      expectError(await sendOwnFollow(context, fakePeer, { timestamp: timestamp - 1 }), "STALE_REQUEST");
    },
  },
});

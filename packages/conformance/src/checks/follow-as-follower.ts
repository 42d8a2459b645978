import type { Check, Need } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus, expectThat } from "../expectations.ts";
import { followee, send, tryOwnFollow } from "../messages/send-message.ts";
import { later, ownEndOf, ownFollowOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import { signBy } from "../signing/key.ts";

const needs: readonly Need[] = ["peer", "owner"];

/** POST /ewp/connections in the follower's role: the owner signed, and the followee's node brings it (decisions 3). */
export const followAsFollower: readonly Check[] = [
  {
    id: "own-follow-created",
    section: "4.5",
    decisions: 3,
    title: "a follow that the owner signed is taken from the followee: 201",
    needs,
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await tryOwnFollow(
        context,
        fakePeer,
        signBy(context.owner, ownFollowOf(context, fakePeer)),
      );
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
      const read = fakePeer.requests.some(({ path }) => path === "/ewp/profile");
      expectThat(read, `that the node reads ${fakePeer.url}/ewp/profile`, "nothing was asked there");
    },
  },
  {
    id: "own-follow-repeated",
    section: "4.5",
    decisions: 3,
    title: "again it is CONNECTION_ALREADY_EXISTS",
    needs,
    async run(context) {
      const fakePeer = await followee(context);
      const again = signBy(context.owner, ownFollowOf(context, fakePeer));
      expectError(await tryOwnFollow(context, fakePeer, again), "CONNECTION_ALREADY_EXISTS");
    },
  },
  {
    id: "own-follow-by-followee",
    controls: ["ownFollow"],
    section: "4.5",
    title: "the followee can't sign it in the owner's place: INVALID_SIGNATURE",
    needs,
    async run(context) {
      const fakePeer = context.fakePeer();
      const forged = signBy(fakePeer, ownFollowOf(context, fakePeer));
      expectError(await tryOwnFollow(context, fakePeer, forged), "INVALID_SIGNATURE");
    },
  },
  {
    id: "own-follow-follower-url",
    controls: ["ownFollow"],
    section: "4.5",
    decisions: 3,
    title: "a followerUrl that is not the node's own is FOLLOWER_IDENTITY_MISMATCH",
    needs,
    async run(context) {
      const fakePeer = context.fakePeer();
      const elsewhere = ownFollowOf(context, fakePeer, { followerUrl: context.fakePeer().url });
      const reply = await tryOwnFollow(context, fakePeer, signBy(context.owner, elsewhere));
      expectError(reply, "FOLLOWER_IDENTITY_MISMATCH");
    },
  },
  {
    id: "own-follow-replayed",
    section: "4.5",
    decisions: 3,
    title: "once it was ended, the old one is STALE_REQUEST",
    needs,
    async run(context) {
      const fakePeer = await followee(context);
      const timestamp = later(context);
      expectAccepted(
        await send(
          context,
          "destroyConnection",
          signBy(fakePeer, ownEndOf(context, fakePeer, { timestamp })),
        ),
      );
      const old = signBy(context.owner, ownFollowOf(context, fakePeer, { timestamp: timestamp - 1 }));
      expectError(await tryOwnFollow(context, fakePeer, old), "STALE_REQUEST");
    },
  },
];

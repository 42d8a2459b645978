import { defineChecks } from "../../check.ts";
import { expectAccepted, expectAnswer, expectError, expectThat } from "../../expectations.ts";
import { createFollowee, sendOwnEnd, sendOwnFollow } from "../../messages/send-message.ts";
import { later } from "../../messages/write-messages.ts";
import { refusal } from "../refusals.ts";

const common = { section: "4.5", needs: ["peer", "owner"] } as const;

/** POST /ewp/connections for the follower's role: the owner signed, and the followee's node sends it (decisions 3). */
export const followAsFollower = defineChecks(common, {
  "own-follow-created": {
    decisions: 3,
    title: "a follow signed by the owner and sent by the followee is answered with 201",
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await sendOwnFollow(context, fakePeer);
      expectAnswer(reply, 201, "created");
      const read = fakePeer.requests.some(({ path }) => path === "/ewp/profile");
      expectThat(read, `that the node reads ${fakePeer.url}/ewp/profile`, "no request");
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

  "own-follow-repeated": refusal(
    "a second one",
    "CONNECTION_ALREADY_EXISTS",
    async (context) => sendOwnFollow(context, await createFollowee(context)),
    { decisions: 3 },
  ),
  "own-follow-by-followee": refusal(
    "one with the followee's signature",
    "INVALID_SIGNATURE",
    (context, fakePeer) => sendOwnFollow(context, fakePeer, {}, fakePeer),
    { controls: ["ownFollow"] },
  ),
  "own-follow-follower-url": refusal(
    "a followerUrl of another node",
    "FOLLOWER_IDENTITY_MISMATCH",
    (context, fakePeer, other) => sendOwnFollow(context, fakePeer, { followerUrl: other.url }),
    { controls: ["ownFollow"], decisions: 3 },
  ),
});

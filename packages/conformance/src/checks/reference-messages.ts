import { defineChecks } from "../check.ts";
import { expectAccepted, expectAnswer, expectError, expectStatus } from "../expectations.ts";
import { requireAccepted } from "../messages/controls.ts";
import {
  createFollower,
  followInForm,
  postFollow,
  sendEnd,
  sendFollow,
  sendOwnFollow,
  sendUpdate,
} from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import { signBy } from "../signing/key.ts";
import { atOtherDays, refusal } from "./refusals.ts";

const common = { section: "4.11", decisions: 1, form: "reference" } as const;
/** A reference-only node accepts its owner's follows by POST, and other nodes' follows by GraphQL. */
const posted = { needs: ["baseline"], controls: ["postedFollow"] } as const;

/** The messages that a reference peer signs and sends. */
export const referenceMessages = defineChecks(common, {
  "reference-follow-created": {
    title: "a follow without followerAddress is answered with 201: its signer is the follower",
    needs: [...posted.needs, "peer"],
    run: async (context) => expectAnswer(await sendFollow(context, context.fakePeer()), 201, "created"),
  },
  "reference-follow-repeated": refusal(
    "a second follow of the same pair",
    "CONNECTION_ALREADY_EXISTS",
    async (context) => sendFollow(context, await createFollower(context), { timestamp: context.now() + 7 }),
    { needs: [...posted.needs, "peer"] },
  ),
  "reference-follow-by-another": refusal(
    "a follow whose signer is not at followerUrl",
    "FOLLOWER_IDENTITY_MISMATCH",
    (context, fakePeer, other) => postFollow(context, other, signBy(other, followOf(context, fakePeer))),
    { ...posted, needs: [...posted.needs, "peer"] },
  ),
  "reference-follow-out-of-time": refusal(
    "a follow signed for yesterday or tomorrow",
    "INVALID_TIMESTAMP",
    atOtherDays(sendFollow),
    posted,
  ),
  "reference-follow-url": refusal(
    "a URL that is not HTTPS",
    "INVALID_URL_FORMAT",
    (context, fakePeer) =>
      sendFollow(context, fakePeer, { followerUrl: fakePeer.url.replace("https:", "http:") }),
    posted,
  ),
  "reference-follow-extra-key": refusal(
    "an unsigned followerAddress",
    "INVALID_PAYLOAD",
    (context, fakePeer, other) => sendFollow(context, fakePeer, { followerAddress: other.address }),
    posted,
  ),
  "reference-unfollow": {
    title: "DeleteConnection by the follower ends the follow",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await createFollower(context);
      expectAccepted(await sendEnd(context, fakePeer));
      expectAccepted(await followInForm(context, fakePeer, { timestamp: context.now() + 9 }));
    },
  },
  "reference-unfollow-nothing": {
    decisions: 9,
    title:
      "DeleteConnection of an unknown follow succeeds: a reference node needs that to end its own record",
    run: async (context) => expectAccepted(await sendEnd(context, context.fakePeer())),
  },
  "reference-unfollow-by-another": {
    title: "DeleteConnection by a third key is INVALID_SIGNATURE",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await createFollower(context);
      expectError(await sendEnd(context, fakePeer, {}, context.fakePeer()), "INVALID_SIGNATURE");
      requireAccepted(await sendEnd(context, fakePeer), "the end signed by the follower");
    },
  },
  "reference-remove-follower": {
    title: "DeleteConnection by the followee is INVALID_SIGNATURE: only the follower signs it",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = await createFollower(context);
      expectError(await sendEnd(context, fakePeer, {}, context.owner), "INVALID_SIGNATURE");
      requireAccepted(await sendEnd(context, fakePeer), "the end signed by the follower");
    },
  },
  "reference-unfollow-out-of-time": refusal(
    "an end signed for yesterday or tomorrow",
    "INVALID_TIMESTAMP",
    atOtherDays(sendEnd),
    { controls: ["end"] },
  ),
  "reference-own-follow": {
    decisions: 3,
    title: "a follow signed by the owner and posted by the followee is answered with 201",
    needs: ["peer", "owner"],
    run: async (context) => expectAnswer(await sendOwnFollow(context, context.fakePeer()), 201, "created"),
  },
  "reference-update": {
    title: "a profile update with publisherAddress is answered with 204",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await createFollower(context);
      expectStatus(await sendUpdate(context, fakePeer, { title: "Another title" }), 204);
    },
  },
  "reference-update-wrong-signer": refusal(
    "an update with the signature of another key",
    "INVALID_SIGNATURE",
    (context, fakePeer, other) => sendUpdate(context, fakePeer, {}, other),
    { controls: ["update"] },
  ),
});

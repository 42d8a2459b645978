import { defineChecks, type Need } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../expectations.ts";
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
import { asRecord } from "../node/node-info.ts";
import { signBy } from "../signing/key.ts";

const common = { section: "4.11", decisions: 1, form: "reference" } as const;
const peer: readonly Need[] = ["peer"];
/** A reference-only node accepts its owner's follows by POST, and other nodes' follows by GraphQL. */
const posted: readonly Need[] = ["baseline"];
const day = 86_400;

/** The messages that a reference peer signs and sends. */
export const referenceMessages = defineChecks(common, {
  "reference-follow-created": {
    title: "a follow without followerAddress is answered with 201: its signer is the follower",
    needs: [...posted, "peer"],
    async run(context) {
      const reply = await sendFollow(context, context.fakePeer());
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  "reference-follow-repeated": {
    title: "a second follow of the same pair is CONNECTION_ALREADY_EXISTS",
    needs: [...posted, "peer"],
    async run(context) {
      const fakePeer = await createFollower(context);
      const again = await sendFollow(context, fakePeer, { timestamp: context.now() + 7 });
      expectError(again, "CONNECTION_ALREADY_EXISTS");
    },
  },
  "reference-follow-by-another": {
    title: "a follow whose signer is not at followerUrl is FOLLOWER_IDENTITY_MISMATCH",
    needs: [...posted, "peer"],
    controls: ["postedFollow"],
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const foreign = signBy(other, followOf(context, fakePeer));
      expectError(await postFollow(context, other, foreign), "FOLLOWER_IDENTITY_MISMATCH");
    },
  },
  "reference-follow-out-of-time": {
    title: "a follow signed for yesterday or tomorrow is INVALID_TIMESTAMP",
    needs: posted,
    controls: ["postedFollow"],
    async run(context) {
      for (const away of [-day, day]) {
        const changes = { timestamp: context.now() + away };
        expectError(await sendFollow(context, context.fakePeer(), changes), "INVALID_TIMESTAMP");
      }
    },
  },
  "reference-follow-url": {
    title: "a URL that is not HTTPS is INVALID_URL_FORMAT",
    needs: posted,
    controls: ["postedFollow"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const http = { followerUrl: fakePeer.url.replace("https:", "http:") };
      expectError(await sendFollow(context, fakePeer, http), "INVALID_URL_FORMAT");
    },
  },
  "reference-follow-extra-key": {
    title: "an unsigned followerAddress is INVALID_PAYLOAD",
    needs: posted,
    controls: ["postedFollow"],
    async run(context) {
      const changes = { followerAddress: context.fakePeer().address };
      expectError(await sendFollow(context, context.fakePeer(), changes), "INVALID_PAYLOAD");
    },
  },
  "reference-unfollow": {
    title: "DeleteConnection by the follower ends the follow",
    needs: peer,
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
    async run(context) {
      expectAccepted(await sendEnd(context, context.fakePeer()));
    },
  },
  "reference-unfollow-by-another": {
    title: "DeleteConnection by a third key is INVALID_SIGNATURE",
    needs: peer,
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
  "reference-unfollow-out-of-time": {
    title: "an end signed for yesterday or tomorrow is INVALID_TIMESTAMP",
    controls: ["end"],
    async run(context) {
      const fakePeer = context.fakePeer();
      for (const away of [-day, day]) {
        const reply = await sendEnd(context, fakePeer, { timestamp: context.now() + away });
        expectError(reply, "INVALID_TIMESTAMP");
      }
    },
  },
  "reference-own-follow": {
    decisions: 3,
    title: "a follow signed by the owner and posted by the followee is answered with 201",
    needs: ["peer", "owner"],
    async run(context) {
      const reply = await sendOwnFollow(context, context.fakePeer());
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  "reference-update": {
    title: "a profile update with publisherAddress is answered with 204",
    needs: peer,
    async run(context) {
      const fakePeer = await createFollower(context);
      expectStatus(await sendUpdate(context, fakePeer, { title: "Another title" }), 204);
    },
  },
  "reference-update-wrong-signer": {
    title: "an update with the signature of another key is INVALID_SIGNATURE",
    controls: ["update"],
    async run(context) {
      const reply = await sendUpdate(context, context.fakePeer(), {}, context.fakePeer());
      expectError(reply, "INVALID_SIGNATURE");
    },
  },
});

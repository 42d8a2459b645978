import type { Check, Need } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../expectations.ts";
import { requireAccepted } from "../messages/controls.ts";
import { follower, send, tryFollow, tryFollowInForm, tryOwnFollow } from "../messages/send-message.ts";
import { endOf, followOf, ownFollowOf, updateOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import { signBy } from "../signing/key.ts";

const head = { section: "4.11", decisions: 1, form: "reference" } as const;
const peer: readonly Need[] = ["peer"];
/** By POST: a node of the reference form alone takes a follow of others by GraphQL, and by POST its owner's. */
const posted: readonly Need[] = ["baseline"];
const day = 86_400;

/** What a reference peer signs and sends. */
export const referenceMessages: readonly Check[] = [
  {
    ...head,
    id: "reference-follow-created",
    title: "a follow without followerAddress is taken, the follower being its signer: 201",
    needs: [...posted, "peer"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await tryFollow(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer)));
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  {
    ...head,
    id: "reference-follow-repeated",
    title: "the same pair again is CONNECTION_ALREADY_EXISTS",
    needs: [...posted, "peer"],
    async run(context) {
      const fakePeer = await follower(context);
      const again = signBy(fakePeer, followOf(context, fakePeer, { timestamp: context.now() + 7 }));
      expectError(await tryFollow(context, fakePeer, again), "CONNECTION_ALREADY_EXISTS");
    },
  },
  {
    ...head,
    id: "reference-follow-by-another",
    title: "signed by somebody who is not at followerUrl it is FOLLOWER_IDENTITY_MISMATCH",
    needs: [...posted, "peer"],
    controls: ["postedFollow"],
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const foreign = signBy(other, followOf(context, fakePeer));
      expectError(await tryFollow(context, other, foreign), "FOLLOWER_IDENTITY_MISMATCH");
    },
  },
  {
    ...head,
    id: "reference-follow-out-of-time",
    title: "signed a day ago, or for tomorrow, it is INVALID_TIMESTAMP",
    needs: posted,
    controls: ["postedFollow"],
    async run(context) {
      for (const away of [-day, day]) {
        const fakePeer = context.fakePeer();
        const message = followOf(context, fakePeer, { timestamp: context.now() + away });
        expectError(await tryFollow(context, fakePeer, signBy(fakePeer, message)), "INVALID_TIMESTAMP");
      }
    },
  },
  {
    ...head,
    id: "reference-follow-url",
    title: "a URL that is not HTTPS is INVALID_URL_FORMAT",
    needs: posted,
    controls: ["postedFollow"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const message = followOf(context, fakePeer, { followerUrl: fakePeer.url.replace("https:", "http:") });
      expectError(await tryFollow(context, fakePeer, signBy(fakePeer, message)), "INVALID_URL_FORMAT");
    },
  },
  {
    ...head,
    id: "reference-follow-extra-key",
    title: "a followerAddress that was not signed is INVALID_PAYLOAD",
    needs: posted,
    controls: ["postedFollow"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const message = followOf(context, fakePeer, { followerAddress: context.fakePeer().address });
      expectError(await tryFollow(context, fakePeer, signBy(fakePeer, message)), "INVALID_PAYLOAD");
    },
  },
  {
    ...head,
    id: "reference-unfollow",
    title: "DeleteConnection by the follower ends the follow",
    needs: peer,
    async run(context) {
      const fakePeer = await follower(context);
      expectAccepted(await send(context, "destroyConnection", signBy(fakePeer, endOf(context, fakePeer))));
      expectAccepted(
        await tryFollowInForm(
          context,
          fakePeer,
          signBy(fakePeer, followOf(context, fakePeer, { timestamp: context.now() + 9 })),
        ),
      );
    },
  },
  {
    ...head,
    id: "reference-unfollow-nothing",
    decisions: 9,
    title:
      "DeleteConnection of a follow that is not there is a success: a reference node ends its own record on that alone",
    async run(context) {
      const fakePeer = context.fakePeer();
      expectAccepted(await send(context, "destroyConnection", signBy(fakePeer, endOf(context, fakePeer))));
    },
  },
  {
    ...head,
    id: "reference-unfollow-by-another",
    title: "DeleteConnection by anybody else is INVALID_SIGNATURE",
    needs: peer,
    async run(context) {
      const fakePeer = await follower(context);
      const forged = signBy(context.fakePeer(), endOf(context, fakePeer));
      expectError(await send(context, "destroyConnection", forged), "INVALID_SIGNATURE");
      const right = signBy(fakePeer, endOf(context, fakePeer));
      requireAccepted(await send(context, "destroyConnection", right), "the end that the follower signed");
    },
  },
  {
    ...head,
    id: "reference-remove-follower",
    title: "DeleteConnection by the followee is INVALID_SIGNATURE: only the follower signs it",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = await follower(context);
      const removal = signBy(context.owner, endOf(context, fakePeer));
      expectError(await send(context, "destroyConnection", removal), "INVALID_SIGNATURE");
      const right = signBy(fakePeer, endOf(context, fakePeer));
      requireAccepted(await send(context, "destroyConnection", right), "the end that the follower signed");
    },
  },
  {
    ...head,
    id: "reference-unfollow-out-of-time",
    title: "an end signed a day ago, or for tomorrow, is INVALID_TIMESTAMP",
    controls: ["end"],
    async run(context) {
      const fakePeer = context.fakePeer();
      for (const away of [-day, day]) {
        const message = endOf(context, fakePeer, { timestamp: context.now() + away });
        expectError(await send(context, "destroyConnection", signBy(fakePeer, message)), "INVALID_TIMESTAMP");
      }
    },
  },
  {
    ...head,
    id: "reference-own-follow",
    decisions: 3,
    title: "a follow that the owner signed is taken from the followee by POST: 201",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await tryOwnFollow(
        context,
        fakePeer,
        signBy(context.owner, ownFollowOf(context, fakePeer)),
      );
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  {
    ...head,
    id: "reference-update",
    title: "a profile update with publisherAddress is 204",
    needs: peer,
    async run(context) {
      const fakePeer = await follower(context);
      const body = signBy(fakePeer, updateOf(context, fakePeer, { title: "Another title" }));
      expectStatus(await send(context, "updateNode", body, fakePeer.address), 204);
    },
  },
  {
    ...head,
    id: "reference-update-wrong-signer",
    title: "an update that somebody else signed is INVALID_SIGNATURE",
    controls: ["update"],
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const body = signBy(other, updateOf(context, fakePeer));
      expectError(await send(context, "updateNode", body, fakePeer.address), "INVALID_SIGNATURE");
    },
  },
];

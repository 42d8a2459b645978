import { defineChecks } from "../../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../../expectations.ts";
import { requireAccepted } from "../../messages/controls.ts";
import { createFollowee, createFollower, send, sendEnd, sendOwnEnd } from "../../messages/send-message.ts";
import { endOf } from "../../messages/write-messages.ts";
import { signBy } from "../../signing/key.ts";
import { atOtherDays, refusal } from "../refusals.ts";

const common = { section: "4.6", needs: ["peer"] } as const;
/** For a connection that does not exist. */
const alone = { controls: ["end"], needs: [] } as const;
const day = 86_400;
const minute = 60;

/** DELETE /ewp/connections. */
export const unfollow = defineChecks(common, {
  unfollow: {
    title: "an end signed by the follower is answered with 204 and no body",
    async run(context) {
      const reply = await sendEnd(context, await createFollower(context));
      expectStatus(reply, 204);
      expectEqual(reply.body.length, 0, "bytes");
    },
  },
  "unfollow-twice": {
    title: "a second end is CONNECTION_NOT_FOUND",
    async run(context) {
      const fakePeer = await createFollower(context);
      const envelope = signBy(fakePeer, endOf(context, fakePeer));
      expectAccepted(await send(context, "destroyConnection", envelope));
      expectError(await send(context, "destroyConnection", envelope), "CONNECTION_NOT_FOUND");
    },
  },
  "unfollow-stale-keeps": {
    decisions: 3,
    title: "a stale end leaves the connection unchanged",
    async run(context) {
      const fakePeer = await createFollower(context);
      await sendEnd(context, fakePeer, { timestamp: context.now() - minute });
      expectAccepted(await sendEnd(context, fakePeer), "for the end that follows in time");
    },
  },
  "unfollow-by-neither": {
    title: "an end with the signature of a third key is INVALID_SIGNATURE",
    async run(context) {
      const fakePeer = await createFollower(context);
      expectError(await sendEnd(context, fakePeer, {}, context.fakePeer()), "INVALID_SIGNATURE");
      requireAccepted(await sendEnd(context, fakePeer), "the end signed by the follower");
    },
  },
  "unfollow-error-order": {
    ...alone,
    decisions: 2,
    title: "a missing field is reported first, then the signature, the timestamp, and the unknown connection",
    async run(context) {
      const fakePeer = context.fakePeer();
      const old = { timestamp: context.now() - day };
      const typedData = endOf(context, fakePeer, { ...old, followeeAddress: undefined });
      const partial = await send(context, "destroyConnection", { typedData, signature: "0x00" });
      expectError(partial, "INVALID_PAYLOAD");
      expectError(await sendEnd(context, fakePeer, old, context.fakePeer()), "INVALID_SIGNATURE");
      expectError(await sendEnd(context, fakePeer, old), "INVALID_TIMESTAMP");
    },
  },
  "remove-follower": {
    title: "the owner's removal of a follower is answered with 204",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = await createFollower(context);
      expectStatus(await sendEnd(context, fakePeer, {}, context.owner), 204);
      expectError(await sendEnd(context, fakePeer), "CONNECTION_NOT_FOUND");
    },
  },
  "removed-by-followee": {
    title: "the followee's removal of the node as its follower is answered with 204",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = await createFollowee(context);
      expectStatus(await sendOwnEnd(context, fakePeer), 204);
      expectError(await sendOwnEnd(context, fakePeer), "CONNECTION_NOT_FOUND");
    },
  },

  "unfollow-unknown": refusal(
    "an unknown connection",
    "CONNECTION_NOT_FOUND",
    (context, fakePeer) => sendEnd(context, fakePeer),
    alone,
  ),
  "unfollow-of-others": refusal(
    "a connection between two other nodes",
    "CONNECTION_NOT_FOUND",
    (context, fakePeer, other) => sendEnd(context, fakePeer, { followeeAddress: other.address }),
    alone,
  ),
  "unfollow-out-of-time": refusal(
    "an end signed for yesterday or tomorrow",
    "INVALID_TIMESTAMP",
    atOtherDays(sendEnd),
    alone,
  ),
  "unfollow-stale": refusal(
    "an end signed before the second of the follow",
    "STALE_REQUEST",
    async (context) => sendEnd(context, await createFollower(context), { timestamp: context.now() - minute }),
    { decisions: 3 },
  ),
});

import type { Check } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../expectations.ts";
import { requireAccepted } from "../messages/controls.ts";
import { followee, follower, send } from "../messages/send-message.ts";
import { endOf, ownEndOf } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const day = 86_400;
const minute = 60;

function end(context: TestContext, envelope: LooseEnvelope): Promise<Reply> {
  return send(context, "destroyConnection", envelope);
}

/** DELETE /ewp/connections. */
export const unfollow: readonly Check[] = [
  {
    id: "unfollow",
    section: "4.6",
    title: "the follower's own end of a follow is 204, empty",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      const reply = await end(context, signBy(fakePeer, endOf(context, fakePeer)));
      expectStatus(reply, 204);
      expectEqual(reply.body.length, 0, "bytes");
    },
  },
  {
    id: "unfollow-twice",
    section: "4.6",
    title: "what was ended is not there any more: CONNECTION_NOT_FOUND",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      const envelope = signBy(fakePeer, endOf(context, fakePeer));
      expectAccepted(await end(context, envelope));
      expectError(await end(context, envelope), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "unfollow-unknown",
    controls: ["end"],
    section: "4.6",
    title: "a connection that never was is CONNECTION_NOT_FOUND",
    async run(context) {
      const fakePeer = context.fakePeer();
      expectError(await end(context, signBy(fakePeer, endOf(context, fakePeer))), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "unfollow-of-others",
    controls: ["end"],
    section: "4.6",
    title: "a connection between two other nodes is CONNECTION_NOT_FOUND",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const foreign = endOf(context, fakePeer, { followeeAddress: other.address });
      expectError(await end(context, signBy(fakePeer, foreign)), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "unfollow-stale",
    section: "4.6",
    decisions: 3,
    title: "an end signed before the second in which the connection was made is STALE_REQUEST",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      const early = endOf(context, fakePeer, { timestamp: context.now() - minute });
      expectError(await end(context, signBy(fakePeer, early)), "STALE_REQUEST");
    },
  },
  {
    id: "unfollow-stale-keeps",
    section: "4.6",
    decisions: 3,
    title: "a stale end changes nothing: the connection stands",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      await end(context, signBy(fakePeer, endOf(context, fakePeer, { timestamp: context.now() - minute })));
      expectAccepted(
        await end(context, signBy(fakePeer, endOf(context, fakePeer))),
        "when it is ended in time",
      );
    },
  },
  {
    id: "unfollow-by-neither",
    section: "4.6",
    title: "an end that neither of the two signed is INVALID_SIGNATURE",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      expectError(
        await end(context, signBy(context.fakePeer(), endOf(context, fakePeer))),
        "INVALID_SIGNATURE",
      );
      requireAccepted(
        await end(context, signBy(fakePeer, endOf(context, fakePeer))),
        "the end that the follower signed",
      );
    },
  },
  {
    id: "unfollow-out-of-time",
    controls: ["end"],
    section: "4.6",
    title: "an end signed a day ago, or for tomorrow, is INVALID_TIMESTAMP",
    async run(context) {
      const fakePeer = context.fakePeer();
      for (const away of [-day, day]) {
        const message = endOf(context, fakePeer, { timestamp: context.now() + away });
        expectError(await end(context, signBy(fakePeer, message)), "INVALID_TIMESTAMP");
      }
    },
  },
  {
    id: "unfollow-error-order",
    controls: ["end"],
    section: "4.6",
    decisions: 2,
    title:
      "a missing field is told first, then the signature, the timestamp, and that there is no connection",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const old = { timestamp: context.now() - day };
      const partial = endOf(context, fakePeer, { ...old, followeeAddress: undefined });
      expectError(await end(context, { typedData: partial, signature: "0x00" }), "INVALID_PAYLOAD");
      expectError(await end(context, signBy(other, endOf(context, fakePeer, old))), "INVALID_SIGNATURE");
      expectError(await end(context, signBy(fakePeer, endOf(context, fakePeer, old))), "INVALID_TIMESTAMP");
    },
  },
  {
    id: "remove-follower",
    section: "4.6",
    title: "the followee's removal of a follower is 204: the owner removes the suite's peer",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = await follower(context);
      expectStatus(await end(context, signBy(context.owner, endOf(context, fakePeer))), 204);
      expectError(await end(context, signBy(fakePeer, endOf(context, fakePeer))), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "removed-by-followee",
    section: "4.6",
    title: "the followee's removal of the node as its follower is 204",
    needs: ["peer", "owner"],
    async run(context) {
      const fakePeer = await followee(context);
      expectStatus(await end(context, signBy(fakePeer, ownEndOf(context, fakePeer))), 204);
      expectError(await end(context, signBy(fakePeer, ownEndOf(context, fakePeer))), "CONNECTION_NOT_FOUND");
    },
  },
];

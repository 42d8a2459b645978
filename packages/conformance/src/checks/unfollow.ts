import type { Check } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken } from "../expectations.ts";
import { showTaken } from "../messages/controls.ts";
import { followee, follower, send } from "../messages/send-message.ts";
import { endOf, ownEndOf } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";

const day = 86_400;
const minute = 60;

function end(trial: Trial, envelope: LooseEnvelope): Promise<Reply> {
  return send(trial, "destroyConnection", envelope);
}

/** DELETE /ewp/connections. */
export const unfollow: readonly Check[] = [
  {
    id: "unfollow",
    section: "4.6",
    title: "the follower's own end of a follow is 204, empty",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      const reply = await end(trial, signBy(persona, endOf(trial, persona)));
      expectStatus(reply, 204);
      expectEqual(reply.body.length, 0, "bytes");
    },
  },
  {
    id: "unfollow-twice",
    section: "4.6",
    title: "what was ended is not there any more: CONNECTION_NOT_FOUND",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      const envelope = signBy(persona, endOf(trial, persona));
      expectTaken(await end(trial, envelope));
      expectError(await end(trial, envelope), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "unfollow-unknown",
    controls: ["end"],
    section: "4.6",
    title: "a connection that never was is CONNECTION_NOT_FOUND",
    async run(trial) {
      const persona = trial.persona();
      expectError(await end(trial, signBy(persona, endOf(trial, persona))), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "unfollow-of-others",
    controls: ["end"],
    section: "4.6",
    title: "a connection between two other nodes is CONNECTION_NOT_FOUND",
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const foreign = endOf(trial, persona, { followeeAddress: other.address });
      expectError(await end(trial, signBy(persona, foreign)), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "unfollow-stale",
    section: "4.6",
    decisions: 3,
    title: "an end signed before the second in which the connection was made is STALE_REQUEST",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      const early = endOf(trial, persona, { timestamp: trial.now() - minute });
      expectError(await end(trial, signBy(persona, early)), "STALE_REQUEST");
    },
  },
  {
    id: "unfollow-stale-keeps",
    section: "4.6",
    decisions: 3,
    title: "a stale end changes nothing: the connection stands",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      await end(trial, signBy(persona, endOf(trial, persona, { timestamp: trial.now() - minute })));
      expectTaken(await end(trial, signBy(persona, endOf(trial, persona))), "when it is ended in time");
    },
  },
  {
    id: "unfollow-by-neither",
    section: "4.6",
    title: "an end that neither of the two signed is INVALID_SIGNATURE",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      expectError(await end(trial, signBy(trial.persona(), endOf(trial, persona))), "INVALID_SIGNATURE");
      showTaken(await end(trial, signBy(persona, endOf(trial, persona))), "the end that the follower signed");
    },
  },
  {
    id: "unfollow-out-of-time",
    controls: ["end"],
    section: "4.6",
    title: "an end signed a day ago, or for tomorrow, is INVALID_TIMESTAMP",
    async run(trial) {
      const persona = trial.persona();
      for (const away of [-day, day]) {
        const message = endOf(trial, persona, { timestamp: trial.now() + away });
        expectError(await end(trial, signBy(persona, message)), "INVALID_TIMESTAMP");
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
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const old = { timestamp: trial.now() - day };
      const partial = endOf(trial, persona, { ...old, followeeAddress: undefined });
      expectError(await end(trial, { typedData: partial, signature: "0x00" }), "INVALID_PAYLOAD");
      expectError(await end(trial, signBy(other, endOf(trial, persona, old))), "INVALID_SIGNATURE");
      expectError(await end(trial, signBy(persona, endOf(trial, persona, old))), "INVALID_TIMESTAMP");
    },
  },
  {
    id: "remove-follower",
    section: "4.6",
    title: "the followee's removal of a follower is 204: the owner removes the suite's peer",
    needs: ["peer", "owner"],
    async run(trial) {
      const persona = await follower(trial);
      expectStatus(await end(trial, signBy(trial.owner, endOf(trial, persona))), 204);
      expectError(await end(trial, signBy(persona, endOf(trial, persona))), "CONNECTION_NOT_FOUND");
    },
  },
  {
    id: "removed-by-followee",
    section: "4.6",
    title: "the followee's removal of the node as its follower is 204",
    needs: ["peer", "owner"],
    async run(trial) {
      const persona = await followee(trial);
      expectStatus(await end(trial, signBy(persona, ownEndOf(trial, persona))), 204);
      expectError(await end(trial, signBy(persona, ownEndOf(trial, persona))), "CONNECTION_NOT_FOUND");
    },
  },
];

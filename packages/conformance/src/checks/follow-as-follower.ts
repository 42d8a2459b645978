import type { Check, Need } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken, expectThat } from "../expectations.ts";
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
    async run(trial) {
      const persona = trial.persona();
      const reply = await tryOwnFollow(trial, persona, signBy(trial.owner, ownFollowOf(trial, persona)));
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
      const read = persona.requests.some(({ path }) => path === "/ewp/profile");
      expectThat(read, `that the node reads ${persona.url}/ewp/profile`, "nothing was asked there");
    },
  },
  {
    id: "own-follow-repeated",
    section: "4.5",
    decisions: 3,
    title: "again it is CONNECTION_ALREADY_EXISTS",
    needs,
    async run(trial) {
      const persona = await followee(trial);
      const again = signBy(trial.owner, ownFollowOf(trial, persona));
      expectError(await tryOwnFollow(trial, persona, again), "CONNECTION_ALREADY_EXISTS");
    },
  },
  {
    id: "own-follow-by-followee",
    controls: ["ownFollow"],
    section: "4.5",
    title: "the followee can't sign it in the owner's place: INVALID_SIGNATURE",
    needs,
    async run(trial) {
      const persona = trial.persona();
      const forged = signBy(persona, ownFollowOf(trial, persona));
      expectError(await tryOwnFollow(trial, persona, forged), "INVALID_SIGNATURE");
    },
  },
  {
    id: "own-follow-follower-url",
    controls: ["ownFollow"],
    section: "4.5",
    decisions: 3,
    title: "a followerUrl that is not the node's own is FOLLOWER_IDENTITY_MISMATCH",
    needs,
    async run(trial) {
      const persona = trial.persona();
      const elsewhere = ownFollowOf(trial, persona, { followerUrl: trial.persona().url });
      const reply = await tryOwnFollow(trial, persona, signBy(trial.owner, elsewhere));
      expectError(reply, "FOLLOWER_IDENTITY_MISMATCH");
    },
  },
  {
    id: "own-follow-replayed",
    section: "4.5",
    decisions: 3,
    title: "once it was ended, the old one is STALE_REQUEST",
    needs,
    async run(trial) {
      const persona = await followee(trial);
      const timestamp = later(trial);
      expectTaken(
        await send(trial, "destroyConnection", signBy(persona, ownEndOf(trial, persona, { timestamp }))),
      );
      const old = signBy(trial.owner, ownFollowOf(trial, persona, { timestamp: timestamp - 1 }));
      expectError(await tryOwnFollow(trial, persona, old), "STALE_REQUEST");
    },
  },
];

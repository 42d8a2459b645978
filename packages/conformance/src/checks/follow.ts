import type { Check } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken, expectThat } from "../expectations.ts";
import { follower, send, tryFollow } from "../messages/send-message.ts";
import { endOf, followOf, later } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import { signBy } from "../signing/key.ts";

const peer = ["peer"] as const;

/** POST /ewp/connections, as the suite's own peers follow the node. */
export const follow: readonly Check[] = [
  {
    id: "follow-created",
    section: "4.5",
    title: 'a follow is answered 201 {"status":"created"}',
    needs: peer,
    async run(trial) {
      const persona = trial.persona();
      const reply = await tryFollow(trial, persona, signBy(persona, followOf(trial, persona)));
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  {
    id: "follow-profile-read",
    section: "4.5",
    title: "before it takes a follow, the node reads the profile at followerUrl",
    needs: peer,
    async run(trial) {
      const persona = await follower(trial);
      const read = persona.requests.some(({ method, path }) => method === "GET" && path === "/ewp/profile");
      expectThat(read, `GET ${persona.url}/ewp/profile`, "nothing was asked there");
    },
  },
  {
    id: "follow-repeated",
    section: "4.5",
    title: "the same pair again is CONNECTION_ALREADY_EXISTS, though signed anew",
    needs: peer,
    async run(trial) {
      const persona = await follower(trial);
      for (const timestamp of [trial.now(), trial.now() + 7]) {
        const again = signBy(persona, followOf(trial, persona, { timestamp }));
        expectError(await tryFollow(trial, persona, again), "CONNECTION_ALREADY_EXISTS");
      }
    },
  },
  {
    id: "follow-replayed",
    section: "4.5",
    decisions: 3,
    title: "a follow signed before the second in which it was ended is STALE_REQUEST",
    needs: peer,
    async run(trial) {
      const persona = await follower(trial);
      const ended = later(trial);
      expectTaken(
        await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona, { timestamp: ended }))),
      );
      for (const timestamp of [ended - 5, ended - 1]) {
        const old = signBy(persona, followOf(trial, persona, { timestamp }));
        expectError(await tryFollow(trial, persona, old), "STALE_REQUEST");
      }
    },
  },
  {
    id: "follow-again",
    section: "4.5",
    decisions: 3,
    title: "a follow signed in the second in which it was ended, or after it, is taken",
    needs: peer,
    async run(trial) {
      for (const wait of [0, 1]) {
        const persona = await follower(trial);
        const timestamp = later(trial);
        expectTaken(
          await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona, { timestamp }))),
        );
        const anew = followOf(trial, persona, { timestamp: timestamp + wait });
        expectTaken(await tryFollow(trial, persona, signBy(persona, anew)));
      }
    },
  },
  {
    id: "follow-of-another",
    controls: ["follow"],
    section: "4.5",
    decisions: 2,
    title: "a follow between two other nodes is FOLLOWEE_IDENTITY_MISMATCH",
    needs: peer,
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const foreign = followOf(trial, persona, { followeeAddress: other.address, followeeUrl: other.url });
      expectError(await tryFollow(trial, persona, signBy(persona, foreign)), "FOLLOWEE_IDENTITY_MISMATCH");
    },
  },
  {
    id: "follow-of-oneself",
    controls: ["follow"],
    section: "4.5",
    decisions: 3,
    title: "following oneself is INVALID_PAYLOAD",
    async run(trial) {
      const persona = trial.persona();
      const own = { followeeAddress: persona.address, followeeUrl: persona.url };
      expectError(
        await tryFollow(trial, persona, signBy(persona, followOf(trial, persona, own))),
        "INVALID_PAYLOAD",
      );
    },
  },
  {
    id: "follow-followee-url",
    controls: ["follow"],
    section: "4.5",
    title: "a followeeUrl at which another node is, is FOLLOWEE_IDENTITY_MISMATCH",
    needs: peer,
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const elsewhere = followOf(trial, persona, { followeeUrl: other.url });
      expectError(await tryFollow(trial, persona, signBy(persona, elsewhere)), "FOLLOWEE_IDENTITY_MISMATCH");
    },
  },
  {
    id: "follow-wrong-signer",
    controls: ["follow"],
    section: "4.5",
    title: "a follow that somebody else signed, the followee included, is INVALID_SIGNATURE",
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const foreign = signBy(other, followOf(trial, persona));
      expectError(await tryFollow(trial, persona, foreign), "INVALID_SIGNATURE");
    },
  },
  {
    id: "follow-refused-leaves-nothing",
    controls: ["follow"],
    section: "4.5",
    decisions: 2,
    title: "a follow that was refused leaves no connection behind",
    async run(trial) {
      const persona = trial.persona();
      persona.answerProfile = (_request, response) => void response.writeHead(500).end();
      await tryFollow(trial, persona, signBy(persona, followOf(trial, persona)));
      const foreign = signBy(trial.persona(), followOf(trial, persona));
      await tryFollow(trial, persona, foreign);
      const reply = await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona)));
      expectError(reply, "CONNECTION_NOT_FOUND");
    },
  },
];

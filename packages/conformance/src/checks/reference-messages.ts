import type { Check, Need } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken } from "../expectations.ts";
import { showTaken } from "../messages/controls.ts";
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
    async run(trial) {
      const persona = trial.persona();
      const reply = await tryFollow(trial, persona, signBy(persona, followOf(trial, persona)));
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  {
    ...head,
    id: "reference-follow-repeated",
    title: "the same pair again is CONNECTION_ALREADY_EXISTS",
    needs: [...posted, "peer"],
    async run(trial) {
      const persona = await follower(trial);
      const again = signBy(persona, followOf(trial, persona, { timestamp: trial.now() + 7 }));
      expectError(await tryFollow(trial, persona, again), "CONNECTION_ALREADY_EXISTS");
    },
  },
  {
    ...head,
    id: "reference-follow-by-another",
    title: "signed by somebody who is not at followerUrl it is FOLLOWER_IDENTITY_MISMATCH",
    needs: [...posted, "peer"],
    controls: ["postedFollow"],
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const foreign = signBy(other, followOf(trial, persona));
      expectError(await tryFollow(trial, other, foreign), "FOLLOWER_IDENTITY_MISMATCH");
    },
  },
  {
    ...head,
    id: "reference-follow-out-of-time",
    title: "signed a day ago, or for tomorrow, it is INVALID_TIMESTAMP",
    needs: posted,
    controls: ["postedFollow"],
    async run(trial) {
      for (const away of [-day, day]) {
        const persona = trial.persona();
        const message = followOf(trial, persona, { timestamp: trial.now() + away });
        expectError(await tryFollow(trial, persona, signBy(persona, message)), "INVALID_TIMESTAMP");
      }
    },
  },
  {
    ...head,
    id: "reference-follow-url",
    title: "a URL that is not HTTPS is INVALID_URL_FORMAT",
    needs: posted,
    controls: ["postedFollow"],
    async run(trial) {
      const persona = trial.persona();
      const message = followOf(trial, persona, { followerUrl: persona.url.replace("https:", "http:") });
      expectError(await tryFollow(trial, persona, signBy(persona, message)), "INVALID_URL_FORMAT");
    },
  },
  {
    ...head,
    id: "reference-follow-extra-key",
    title: "a followerAddress that was not signed is INVALID_PAYLOAD",
    needs: posted,
    controls: ["postedFollow"],
    async run(trial) {
      const persona = trial.persona();
      const message = followOf(trial, persona, { followerAddress: trial.persona().address });
      expectError(await tryFollow(trial, persona, signBy(persona, message)), "INVALID_PAYLOAD");
    },
  },
  {
    ...head,
    id: "reference-unfollow",
    title: "DeleteConnection by the follower ends the follow",
    needs: peer,
    async run(trial) {
      const persona = await follower(trial);
      expectTaken(await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona))));
      expectTaken(
        await tryFollowInForm(
          trial,
          persona,
          signBy(persona, followOf(trial, persona, { timestamp: trial.now() + 9 })),
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
    async run(trial) {
      const persona = trial.persona();
      expectTaken(await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona))));
    },
  },
  {
    ...head,
    id: "reference-unfollow-by-another",
    title: "DeleteConnection by anybody else is INVALID_SIGNATURE",
    needs: peer,
    async run(trial) {
      const persona = await follower(trial);
      const forged = signBy(trial.persona(), endOf(trial, persona));
      expectError(await send(trial, "destroyConnection", forged), "INVALID_SIGNATURE");
      const right = signBy(persona, endOf(trial, persona));
      showTaken(await send(trial, "destroyConnection", right), "the end that the follower signed");
    },
  },
  {
    ...head,
    id: "reference-remove-follower",
    title: "DeleteConnection by the followee is INVALID_SIGNATURE: only the follower signs it",
    needs: ["peer", "owner"],
    async run(trial) {
      const persona = await follower(trial);
      const removal = signBy(trial.owner, endOf(trial, persona));
      expectError(await send(trial, "destroyConnection", removal), "INVALID_SIGNATURE");
      const right = signBy(persona, endOf(trial, persona));
      showTaken(await send(trial, "destroyConnection", right), "the end that the follower signed");
    },
  },
  {
    ...head,
    id: "reference-unfollow-out-of-time",
    title: "an end signed a day ago, or for tomorrow, is INVALID_TIMESTAMP",
    controls: ["end"],
    async run(trial) {
      const persona = trial.persona();
      for (const away of [-day, day]) {
        const message = endOf(trial, persona, { timestamp: trial.now() + away });
        expectError(await send(trial, "destroyConnection", signBy(persona, message)), "INVALID_TIMESTAMP");
      }
    },
  },
  {
    ...head,
    id: "reference-own-follow",
    decisions: 3,
    title: "a follow that the owner signed is taken from the followee by POST: 201",
    needs: ["peer", "owner"],
    async run(trial) {
      const persona = trial.persona();
      const reply = await tryOwnFollow(trial, persona, signBy(trial.owner, ownFollowOf(trial, persona)));
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  {
    ...head,
    id: "reference-update",
    title: "a profile update with publisherAddress is 204",
    needs: peer,
    async run(trial) {
      const persona = await follower(trial);
      const body = signBy(persona, updateOf(trial, persona, { title: "Another title" }));
      expectStatus(await send(trial, "updateNode", body, persona.address), 204);
    },
  },
  {
    ...head,
    id: "reference-update-wrong-signer",
    title: "an update that somebody else signed is INVALID_SIGNATURE",
    controls: ["update"],
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const body = signBy(other, updateOf(trial, persona));
      expectError(await send(trial, "updateNode", body, persona.address), "INVALID_SIGNATURE");
    },
  },
];

import type { Check } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus, expectThat } from "../expectations.ts";
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
    async run(context) {
      const fakePeer = context.fakePeer();
      const reply = await tryFollow(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer)));
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  {
    id: "follow-profile-read",
    section: "4.5",
    title: "before it takes a follow, the node reads the profile at followerUrl",
    needs: peer,
    async run(context) {
      const fakePeer = await follower(context);
      const read = fakePeer.requests.some(({ method, path }) => method === "GET" && path === "/ewp/profile");
      expectThat(read, `GET ${fakePeer.url}/ewp/profile`, "nothing was asked there");
    },
  },
  {
    id: "follow-repeated",
    section: "4.5",
    title: "the same pair again is CONNECTION_ALREADY_EXISTS, though signed anew",
    needs: peer,
    async run(context) {
      const fakePeer = await follower(context);
      for (const timestamp of [context.now(), context.now() + 7]) {
        const again = signBy(fakePeer, followOf(context, fakePeer, { timestamp }));
        expectError(await tryFollow(context, fakePeer, again), "CONNECTION_ALREADY_EXISTS");
      }
    },
  },
  {
    id: "follow-replayed",
    section: "4.5",
    decisions: 3,
    title: "a follow signed before the second in which it was ended is STALE_REQUEST",
    needs: peer,
    async run(context) {
      const fakePeer = await follower(context);
      const ended = later(context);
      expectAccepted(
        await send(
          context,
          "destroyConnection",
          signBy(fakePeer, endOf(context, fakePeer, { timestamp: ended })),
        ),
      );
      for (const timestamp of [ended - 5, ended - 1]) {
        const old = signBy(fakePeer, followOf(context, fakePeer, { timestamp }));
        expectError(await tryFollow(context, fakePeer, old), "STALE_REQUEST");
      }
    },
  },
  {
    id: "follow-again",
    section: "4.5",
    decisions: 3,
    title: "a follow signed in the second in which it was ended, or after it, is taken",
    needs: peer,
    async run(context) {
      for (const wait of [0, 1]) {
        const fakePeer = await follower(context);
        const timestamp = later(context);
        expectAccepted(
          await send(context, "destroyConnection", signBy(fakePeer, endOf(context, fakePeer, { timestamp }))),
        );
        const anew = followOf(context, fakePeer, { timestamp: timestamp + wait });
        expectAccepted(await tryFollow(context, fakePeer, signBy(fakePeer, anew)));
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
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const foreign = followOf(context, fakePeer, { followeeAddress: other.address, followeeUrl: other.url });
      expectError(
        await tryFollow(context, fakePeer, signBy(fakePeer, foreign)),
        "FOLLOWEE_IDENTITY_MISMATCH",
      );
    },
  },
  {
    id: "follow-of-oneself",
    controls: ["follow"],
    section: "4.5",
    decisions: 3,
    title: "following oneself is INVALID_PAYLOAD",
    async run(context) {
      const fakePeer = context.fakePeer();
      const own = { followeeAddress: fakePeer.address, followeeUrl: fakePeer.url };
      expectError(
        await tryFollow(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer, own))),
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
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const elsewhere = followOf(context, fakePeer, { followeeUrl: other.url });
      expectError(
        await tryFollow(context, fakePeer, signBy(fakePeer, elsewhere)),
        "FOLLOWEE_IDENTITY_MISMATCH",
      );
    },
  },
  {
    id: "follow-wrong-signer",
    controls: ["follow"],
    section: "4.5",
    title: "a follow that somebody else signed, the followee included, is INVALID_SIGNATURE",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const foreign = signBy(other, followOf(context, fakePeer));
      expectError(await tryFollow(context, fakePeer, foreign), "INVALID_SIGNATURE");
    },
  },
  {
    id: "follow-refused-leaves-nothing",
    controls: ["follow"],
    section: "4.5",
    decisions: 2,
    title: "a follow that was refused leaves no connection behind",
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerProfile = (_request, response) => void response.writeHead(500).end();
      await tryFollow(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer)));
      const foreign = signBy(context.fakePeer(), followOf(context, fakePeer));
      await tryFollow(context, fakePeer, foreign);
      const reply = await send(context, "destroyConnection", signBy(fakePeer, endOf(context, fakePeer)));
      expectError(reply, "CONNECTION_NOT_FOUND");
    },
  },
];

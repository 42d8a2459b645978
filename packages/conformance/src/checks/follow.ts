import { defineChecks } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus, expectThat } from "../expectations.ts";
import { createFollower, sendEnd, sendFollow } from "../messages/send-message.ts";
import { later } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";

const common = { section: "4.5", needs: ["peer"] } as const;

/** POST /ewp/connections: the suite's own peers follow the node. */
export const follow = defineChecks(common, {
  "follow-created": {
    title: 'a follow is answered with 201 {"status":"created"}',
    async run(context) {
      const reply = await sendFollow(context, context.fakePeer());
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "created", "status in the body");
    },
  },
  "follow-profile-read": {
    title: "the node reads the profile at followerUrl before it accepts a follow",
    async run(context) {
      const fakePeer = await createFollower(context);
      const read = fakePeer.requests.some(({ method, path }) => method === "GET" && path === "/ewp/profile");
      expectThat(read, `GET ${fakePeer.url}/ewp/profile`, "no request");
    },
  },
  "follow-repeated": {
    title: "a second follow of the same pair is CONNECTION_ALREADY_EXISTS, also with a new signature",
    async run(context) {
      const fakePeer = await createFollower(context);
      for (const timestamp of [context.now(), context.now() + 7]) {
        expectError(await sendFollow(context, fakePeer, { timestamp }), "CONNECTION_ALREADY_EXISTS");
      }
    },
  },
  "follow-replayed": {
    decisions: 3,
    title: "a follow signed before the second of its end is STALE_REQUEST",
    async run(context) {
      const fakePeer = await createFollower(context);
      const ended = later(context);
      expectAccepted(await sendEnd(context, fakePeer, { timestamp: ended }));
      for (const timestamp of [ended - 5, ended - 1]) {
        expectError(await sendFollow(context, fakePeer, { timestamp }), "STALE_REQUEST");
      }
    },
  },
  "follow-again": {
    decisions: 3,
    title: "a follow signed in the second of its end, or later, is accepted",
    async run(context) {
      for (const wait of [0, 1]) {
        const fakePeer = await createFollower(context);
        const timestamp = later(context);
        expectAccepted(await sendEnd(context, fakePeer, { timestamp }));
        expectAccepted(await sendFollow(context, fakePeer, { timestamp: timestamp + wait }));
      }
    },
  },
  "follow-of-another": {
    controls: ["follow"],
    decisions: 2,
    title: "a follow between two other nodes is FOLLOWEE_IDENTITY_MISMATCH",
    async run(context) {
      const other = context.fakePeer();
      const foreign = { followeeAddress: other.address, followeeUrl: other.url };
      expectError(await sendFollow(context, context.fakePeer(), foreign), "FOLLOWEE_IDENTITY_MISMATCH");
    },
  },
  "follow-of-oneself": {
    controls: ["follow"],
    needs: [],
    decisions: 3,
    title: "a follow of oneself is INVALID_PAYLOAD",
    async run(context) {
      const fakePeer = context.fakePeer();
      const own = { followeeAddress: fakePeer.address, followeeUrl: fakePeer.url };
      expectError(await sendFollow(context, fakePeer, own), "INVALID_PAYLOAD");
    },
  },
  "follow-followee-url": {
    controls: ["follow"],
    title: "a followeeUrl of another node is FOLLOWEE_IDENTITY_MISMATCH",
    async run(context) {
      const elsewhere = { followeeUrl: context.fakePeer().url };
      expectError(await sendFollow(context, context.fakePeer(), elsewhere), "FOLLOWEE_IDENTITY_MISMATCH");
    },
  },
  "follow-wrong-signer": {
    controls: ["follow"],
    needs: [],
    title: "a follow with the signature of another key is INVALID_SIGNATURE",
    async run(context) {
      const forged = await sendFollow(context, context.fakePeer(), {}, context.fakePeer());
      expectError(forged, "INVALID_SIGNATURE");
    },
  },
  "follow-refused-leaves-nothing": {
    controls: ["follow"],
    needs: [],
    decisions: 2,
    title: "a refused follow leaves no connection behind",
    async run(context) {
      const fakePeer = context.fakePeer();
      fakePeer.answerProfile = (_request, response) => void response.writeHead(500).end();
      await sendFollow(context, fakePeer);
      await sendFollow(context, fakePeer, {}, context.fakePeer());
      expectError(await sendEnd(context, fakePeer), "CONNECTION_NOT_FOUND");
    },
  },
});

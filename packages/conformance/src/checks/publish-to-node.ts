import { isoSeconds } from "@freehold/protocol";
import { defineChecks } from "../check.ts";
import { expectAccepted, expectAnswer, expectError, expectThat } from "../expectations.ts";
import { requireAccepted } from "../messages/controls.ts";
import {
  expectPull,
  isPullOf,
  newFile,
  newText,
  publishText,
  sendProofOf,
  storePublication,
  waitUntilQuiet,
  waitUntilStored,
} from "../messages/publications.ts";
import { createFollowee, createFollower, send } from "../messages/send-message.ts";
import { later, ownEndOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import type { Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { refusal } from "./refusals.ts";

const common = { section: "4.7", needs: ["peer", "owner"] } as const;
const year = 31_536_000;

/** POST /ewp/publications by a peer of the suite that the node follows. */
export const publishToNode = defineChecks(common, {
  "publish-accepted": {
    title: 'a proof of a followed publisher is answered with 202 {"status":"accepted"}',
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context));
      expectAnswer(await send(context, "publish", envelope), 202, "accepted");
    },
  },
  "publish-pulled": {
    decisions: 5,
    title: "the node then pulls the content by hash and timestamp, and stores it",
    async run(context) {
      const fakePeer = await createFollowee(context);
      for (const content of [newText(fakePeer), newFile(fakePeer)]) {
        const publication = fakePeer.publish(content, context.now());
        await sendProofOf(context, publication);
        await expectPull(context, fakePeer, publication);
        await waitUntilStored(context, publication);
      }
    },
  },
  "publish-late": {
    decisions: 2,
    title: "a proof that is a year old is accepted",
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context), context.now() - year);
      expectAccepted(await send(context, "publish", envelope));
    },
  },
  "publish-waiting-again": {
    decisions: 5,
    title: "the same proof is accepted again while the pull of its content is running",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const gate = Promise.withResolvers<void>();
      context.onCleanup("the content", async () => gate.resolve());
      const publication = fakePeer.publish({ ...newText(fakePeer), ready: gate.promise }, context.now());
      await sendProofOf(context, publication);
      await fakePeer.waitForRequest(isPullOf(publication));
      expectAccepted(await send(context, "publish", publication.envelope));
      gate.resolve();
    },
  },
  "publish-known": {
    title: "a stored publication is REPLICATION_ALREADY_EXISTS",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const publication = publishText(context, fakePeer);
      await sendProofOf(context, publication);
      await fakePeer.waitForRequest(isPullOf(publication));
      await waitUntilStored(context, publication);
    },
  },
  "publish-same-content-later": {
    decisions: 2,
    title: "the same content signed at another second is another publication",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const content = newText(fakePeer);
      await storePublication(context, fakePeer.publish(content, context.now() - 60));
      expectAccepted(await send(context, "publish", fakePeer.publish(content, context.now() - 30).envelope));
    },
  },
  "publish-wrong-signer": {
    title: "a proof with the signature of another key is INVALID_SIGNATURE",
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context));
      const forged = signBy(context.fakePeer(), envelope.typedData);
      expectError(await send(context, "publish", forged), "INVALID_SIGNATURE");
      requireAccepted(await send(context, "publish", envelope), "the same proof, signed by its publisher,");
    },
  },
  "publish-as-publication": {
    decisions: 1,
    title: "a proof of type Publication, as in the specification's table, is accepted",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const { envelope } = fakePeer.publish(newText(fakePeer), context.now(), "Publication");
      expectAccepted(await send(context, "publish", envelope));
    },
  },
  "publish-after-the-end": {
    controls: ["publish"],
    title: "a proof after the end of the follow is NOT_FOLLOWING",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const end = signBy(fakePeer, ownEndOf(context, fakePeer, { timestamp: later(context) }));
      expectAccepted(await send(context, "destroyConnection", end));
      expectError(await send(context, "publish", publishText(context, fakePeer).envelope), "NOT_FOLLOWING");
    },
  },
  "publish-by-follower": refusal(
    "a proof of a follower that the node does not follow",
    "NOT_FOLLOWING",
    async (context) => send(context, "publish", publishText(context, await createFollower(context)).envelope),
    { controls: ["publish"], needs: ["peer"] },
  ),
  "content-replica-not-served": {
    section: "4.4",
    decisions: 5,
    title: "the node does not serve the content of a followed node as its own",
    async run(context) {
      const publication = publishText(context, await createFollowee(context));
      await storePublication(context, publication);
      const reply = await context.node.get(`/ewp/contents/${publication.contentHash}`);
      expectError(reply, "CONTENT_NOT_FOUND");
      const index = asRecord((await context.node.get("/ewp/publications?limit=1000")).json);
      const listed = JSON.stringify(index).toLowerCase().includes(publication.contentHash);
      expectThat(!listed, "an index without it", "an entry of it");
    },
  },
});

function publish(context: TestContext, fakePeer: FakePeer, headers: Record<string, string>): Promise<Reply> {
  const body = fakePeer.publish(newText(fakePeer, JSON.stringify(headers)), context.now()).envelope;
  return context.node.call("POST", "/ewp/publications", { body, headers });
}

/** A followed peer, after the node read its profile and index for the follow. */
async function createQuietFollowee(context: TestContext) {
  const fakePeer = await createFollowee(context);
  await waitUntilQuiet(context, fakePeer);
  return { fakePeer, before: fakePeer.profileReads() };
}

const updatedCommon = { ...common, decisions: 4 } as const;

/** The header that announces a newer profile. */
export const nodeUpdatedHeader = [
  ...["X-Epress-Node-Updated", "X-Epress-Profile-Updated", "X-Service-Node-Updated"].flatMap((name) =>
    defineChecks(updatedCommon, {
      [`node-updated-${name.split("-").slice(1, 3).join("-").toLowerCase()}`]: {
        title: `the node reads the profile again after a newer time in ${name}`,
        async run(context) {
          const { fakePeer, before } = await createQuietFollowee(context);
          expectAccepted(await publish(context, fakePeer, { [name]: isoSeconds(context.now()) }));
          const read = await fakePeer.waitForRequest(() => fakePeer.profileReads() > before);
          expectThat(read, `GET ${fakePeer.url}/ewp/profile`, "no such request");
        },
      },
    }),
  ),
  ...defineChecks(updatedCommon, {
    "node-updated-malformed": {
      title: "the node ignores a malformed time in the header and accepts the proof",
      async run(context) {
        const fakePeer = await createFollowee(context);
        for (const time of ["yesterday", "2024-13-45T99:99:99Z", "0", ""]) {
          expectAccepted(await publish(context, fakePeer, { "X-Epress-Node-Updated": time }), `for ${time}`);
        }
      },
    },
    "node-updated-older": {
      title: "the node does not read the profile again for an older time in the header",
      async run(context) {
        const { fakePeer, before } = await createQuietFollowee(context);
        const publication = publishText(context, fakePeer);
        const headers = { "X-Epress-Node-Updated": isoSeconds(0) };
        const body = publication.envelope;
        expectAccepted(await context.node.call("POST", "/ewp/publications", { body, headers }));
        await fakePeer.waitForRequest(isPullOf(publication));
        expectThat(fakePeer.profileReads() === before, "no request", "GET /ewp/profile");
      },
    },
  }),
];

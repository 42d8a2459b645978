import { isoSeconds } from "@freehold/protocol";
import type { Check, Need } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus, expectThat } from "../expectations.ts";
import {
  bring,
  bringAndStore,
  expectPull,
  isPullOf,
  someFile,
  someText,
  untilQuiet,
  untilStored,
} from "../messages/bring-proof.ts";
import { requireAccepted } from "../messages/controls.ts";
import { followee, follower, send } from "../messages/send-message.ts";
import { later, ownEndOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import type { Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const head = { section: "4.7", needs: ["peer", "owner"] as readonly Need[] } as const;

/** POST /ewp/publications by a peer of the suite's own that the node follows in its owner's name. */
export const publishToNode: readonly Check[] = [
  {
    ...head,
    id: "publish-accepted",
    title: 'a followed publisher\'s proof is answered 202 {"status":"accepted"}',
    async run(context) {
      const fakePeer = await followee(context);
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      const reply = await send(context, "publish", envelope);
      expectStatus(reply, 202);
      expectEqual(asRecord(reply.json).status, "accepted", "status in the body");
    },
  },
  {
    ...head,
    id: "publish-pulled",
    decisions: 5,
    title: "then the node pulls the content, by its hash and timestamp, and has it",
    async run(context) {
      const fakePeer = await followee(context);
      for (const content of [someText(fakePeer), someFile(fakePeer)]) {
        const publication = fakePeer.publish(content, context.now());
        await bring(context, publication);
        await expectPull(context, fakePeer, publication);
        await untilStored(context, publication);
      }
    },
  },
  {
    ...head,
    id: "publish-late",
    decisions: 2,
    title: "a proof of a year ago is accepted as well",
    async run(context) {
      const fakePeer = await followee(context);
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now() - 31_536_000);
      expectAccepted(await send(context, "publish", envelope));
    },
  },
  {
    ...head,
    id: "publish-waiting-again",
    decisions: 5,
    title: "the same proof again, while its content is still waited for, is accepted",
    async run(context) {
      const fakePeer = await followee(context);
      const gate = Promise.withResolvers<void>();
      context.onCleanup("the content", async () => gate.resolve());
      const publication = fakePeer.publish({ ...someText(fakePeer), ready: gate.promise }, context.now());
      await bring(context, publication);
      await fakePeer.saw(isPullOf(publication));
      expectAccepted(await send(context, "publish", publication.envelope));
      gate.resolve();
    },
  },
  {
    ...head,
    id: "publish-known",
    title: "a publication that is stored is REPLICATION_ALREADY_EXISTS",
    async run(context) {
      const fakePeer = await followee(context);
      const publication = fakePeer.publish(someText(fakePeer), context.now());
      await bring(context, publication);
      await fakePeer.saw(isPullOf(publication));
      await untilStored(context, publication);
    },
  },
  {
    ...head,
    id: "publish-same-content-later",
    decisions: 2,
    title: "the same content signed at another second is another publication",
    async run(context) {
      const fakePeer = await followee(context);
      const content = someText(fakePeer);
      const first = fakePeer.publish(content, context.now() - 60);
      await bringAndStore(context, first);
      expectAccepted(await send(context, "publish", fakePeer.publish(content, context.now() - 30).envelope));
    },
  },
  {
    ...head,
    id: "publish-wrong-signer",
    title: "a proof that somebody else signed is INVALID_SIGNATURE",
    async run(context) {
      const [fakePeer, other] = [await followee(context), context.fakePeer()];
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      expectError(await send(context, "publish", signBy(other, envelope.typedData)), "INVALID_SIGNATURE");
      requireAccepted(await send(context, "publish", envelope), "the same proof, signed by its publisher,");
    },
  },
  {
    ...head,
    id: "publish-as-publication",
    decisions: 1,
    title: "a proof of the type Publication, as the specification's table has it, is accepted",
    async run(context) {
      const fakePeer = await followee(context);
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now(), "Publication");
      expectAccepted(await send(context, "publish", envelope));
    },
  },
  {
    ...head,
    id: "publish-after-the-end",
    controls: ["publish"],
    title: "once the follow has ended it is NOT_FOLLOWING",
    async run(context) {
      const fakePeer = await followee(context);
      const end = signBy(fakePeer, ownEndOf(context, fakePeer, { timestamp: later(context) }));
      expectAccepted(await send(context, "destroyConnection", end));
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      expectError(await send(context, "publish", envelope), "NOT_FOLLOWING");
    },
  },
  {
    ...head,
    id: "publish-by-follower",
    controls: ["publish"],
    title: "one who follows the node, and is not followed, is NOT_FOLLOWING",
    needs: ["peer"],
    async run(context) {
      const fakePeer = await follower(context);
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      expectError(await send(context, "publish", envelope), "NOT_FOLLOWING");
    },
  },
  {
    ...head,
    id: "content-replica-not-served",
    section: "4.4",
    decisions: 5,
    title: "the content of somebody whom the node follows is not served as its own",
    async run(context) {
      const fakePeer = await followee(context);
      const publication = fakePeer.publish(someText(fakePeer), context.now());
      await bringAndStore(context, publication);
      const reply = await context.node.get(`/ewp/contents/${publication.contentHash}`);
      expectError(reply, "CONTENT_NOT_FOUND");
      const index = asRecord((await context.node.get("/ewp/publications?limit=1000")).json);
      const listed = JSON.stringify(index).toLowerCase().includes(publication.contentHash);
      expectThat(!listed, "an index without it", "an entry of it");
    },
  },
];

const updatedHead = { section: "4.7", decisions: 4, needs: ["peer", "owner"] as readonly Need[] } as const;

function publish(context: TestContext, fakePeer: FakePeer, headers: Record<string, string>): Promise<Reply> {
  const body = fakePeer.publish(someText(fakePeer, JSON.stringify(headers)), context.now()).envelope;
  return context.node.call("POST", "/ewp/publications", { body, headers });
}

function profileReads({ requests }: FakePeer): number {
  return requests.filter(({ path }) => path === "/ewp/profile").length;
}

/** The header that tells of a newer profile. */
export const nodeUpdatedHeader: readonly Check[] = [
  ...["X-Epress-Node-Updated", "X-Epress-Profile-Updated", "X-Service-Node-Updated"].map(
    (name): Check => ({
      ...updatedHead,
      id: `node-updated-${name.split("-").slice(1, 3).join("-").toLowerCase()}`,
      title: `with a newer time in ${name} the profile is read again`,
      async run(context) {
        const fakePeer = await followee(context);
        await untilQuiet(context, fakePeer);
        const before = profileReads(fakePeer);
        const updated = isoSeconds(context.now());
        expectAccepted(await publish(context, fakePeer, { [name]: updated }));
        const read = await fakePeer.saw(() => profileReads(fakePeer) > before);
        expectThat(read, `GET ${fakePeer.url}/ewp/profile`, "no such request");
      },
    }),
  ),
  {
    ...updatedHead,
    id: "node-updated-malformed",
    title: "a malformed time there is ignored, and the proof accepted",
    async run(context) {
      const fakePeer = await followee(context);
      for (const time of ["yesterday", "2024-13-45T99:99:99Z", "0", ""]) {
        expectAccepted(await publish(context, fakePeer, { "X-Epress-Node-Updated": time }), `for ${time}`);
      }
    },
  },
  {
    ...updatedHead,
    id: "node-updated-older",
    title: "an older time there changes nothing: the profile is not read before the pull",
    async run(context) {
      const fakePeer = await followee(context);
      await untilQuiet(context, fakePeer);
      const before = profileReads(fakePeer);
      const publication = fakePeer.publish(someText(fakePeer), context.now());
      const headers = { "X-Epress-Node-Updated": isoSeconds(0) };
      expectAccepted(
        await context.node.call("POST", "/ewp/publications", { body: publication.envelope, headers }),
      );
      await fakePeer.saw(isPullOf(publication));
      expectThat(profileReads(fakePeer) === before, "no request", "GET /ewp/profile");
    },
  },
];

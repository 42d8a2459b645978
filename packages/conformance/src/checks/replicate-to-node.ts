import type { Check, Need } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus, expectThat } from "../expectations.ts";
import { isPullOf, someFile, someText } from "../messages/bring-proof.ts";
import { requireAccepted } from "../messages/controls.ts";
import { followee, send } from "../messages/send-message.ts";
import { asRecord } from "../node/node-info.ts";
import { signBy } from "../signing/key.ts";

const head = { section: "4.9", needs: ["peer", "owner"] as readonly Need[], form: "both" } as const;

/** POST /ewp/replications by a peer of the suite's own that the node follows in its owner's name. */
export const replicateToNode: readonly Check[] = [
  {
    ...head,
    id: "replicate-done",
    title: 'a replication is answered 201 {"status":"replicated"}',
    async run(context) {
      const fakePeer = await followee(context);
      const reply = await send(
        context,
        "replicate",
        fakePeer.publish(someText(fakePeer), context.now()).envelope,
      );
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "replicated", "status in the body");
    },
  },
  {
    ...head,
    id: "replicate-pulled-before",
    decisions: 2,
    title: "the content was pulled before the answer came",
    async run(context) {
      const fakePeer = await followee(context);
      const publication = fakePeer.publish(someText(fakePeer), context.now());
      expectAccepted(await send(context, "replicate", publication.envelope));
      const pulled = fakePeer.requests.some(isPullOf(publication));
      expectThat(pulled, "GET /ewp/contents with hash and timestamp", "no such request");
    },
  },
  {
    ...head,
    id: "replicate-known",
    title: "a publication that is stored is REPLICATION_ALREADY_EXISTS",
    async run(context) {
      const fakePeer = await followee(context);
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      expectAccepted(await send(context, "replicate", envelope));
      expectError(await send(context, "replicate", envelope), "REPLICATION_ALREADY_EXISTS");
    },
  },
  {
    ...head,
    id: "replicate-wrong-signer",
    title: "a proof that somebody else signed is INVALID_SIGNATURE",
    async run(context) {
      const [fakePeer, other] = [await followee(context), context.fakePeer()];
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      expectError(await send(context, "replicate", signBy(other, envelope.typedData)), "INVALID_SIGNATURE");
      requireAccepted(await send(context, "replicate", envelope), "the same proof, signed by its publisher,");
    },
  },
  {
    ...head,
    id: "replicate-wrong-signer-first",
    decisions: 2,
    needs: [...head.needs, "baseline"],
    title: "a wrong signature is told before that the publication is stored",
    async run(context) {
      const [fakePeer, other] = [await followee(context), context.fakePeer()];
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      expectAccepted(await send(context, "replicate", envelope));
      expectError(await send(context, "replicate", signBy(other, envelope.typedData)), "INVALID_SIGNATURE");
    },
  },
  {
    ...head,
    id: "replicate-hash-mismatch",
    controls: ["replicate"],
    title: "content that has another hash is CONTENT_HASH_MISMATCH",
    async run(context) {
      const fakePeer = await followee(context);
      const content = someText(fakePeer);
      const { envelope } = fakePeer.publish(content, context.now());
      content.bytes = Buffer.from("Something else.\n");
      expectError(await send(context, "replicate", envelope), "CONTENT_HASH_MISMATCH");
    },
  },
  {
    ...head,
    id: "replicate-after-mismatch",
    title: "what did not match was not kept: with the right bytes it is taken",
    async run(context) {
      const fakePeer = await followee(context);
      const content = someText(fakePeer);
      const right = content.bytes;
      const { envelope } = fakePeer.publish(content, context.now());
      content.bytes = Buffer.from("Something else.\n");
      await send(context, "replicate", envelope);
      content.bytes = right;
      expectAccepted(await send(context, "replicate", envelope));
    },
  },
  {
    ...head,
    id: "replicate-description-missing",
    controls: ["replicate"],
    decisions: 5,
    title: "a file without its Content-Description is CONTENT_DESCRIPTION_MISSING",
    async run(context) {
      const fakePeer = await followee(context);
      const { envelope } = fakePeer.publish(someFile(fakePeer), context.now());
      expectError(await send(context, "replicate", envelope), "CONTENT_DESCRIPTION_MISSING");
    },
  },
  {
    ...head,
    id: "replicate-file",
    decisions: 5,
    title: "a file with its Content-Description is taken",
    async run(context) {
      const fakePeer = await followee(context);
      const file = someFile(fakePeer);
      file.headers["content-description"] = encodeURIComponent("Zwei Hände, ein Stück Brot");
      expectAccepted(await send(context, "replicate", fakePeer.publish(file, context.now()).envelope));
    },
  },
  {
    ...head,
    id: "replicate-unreachable",
    controls: ["replicate"],
    decisions: 2,
    title: "a pull that fails otherwise is INTERNAL_ERROR",
    async run(context) {
      const fakePeer = await followee(context);
      const publication = fakePeer.publish(someText(fakePeer), context.now());
      fakePeer.forget(publication.contentHash);
      expectError(await send(context, "replicate", publication.envelope), "INTERNAL_ERROR");
    },
  },
];

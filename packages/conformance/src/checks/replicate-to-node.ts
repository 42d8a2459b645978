import { defineChecks } from "../check.ts";
import { expectAccepted, expectAnswer, expectError, expectThat } from "../expectations.ts";
import { requireAccepted } from "../messages/controls.ts";
import { isPullOf, newFile, newText, publishText } from "../messages/publications.ts";
import { createFollowee, send } from "../messages/send-message.ts";
import { signBy } from "../signing/key.ts";
import { refusal } from "./refusals.ts";

const controls = ["replicate"] as const;
const common = { section: "4.9", needs: ["peer", "owner"], form: "both" } as const;

/** POST /ewp/replications by a peer of the suite that the node follows. */
export const replicateToNode = defineChecks(common, {
  "replicate-done": {
    title: 'a replication is answered with 201 {"status":"replicated"}',
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context));
      expectAnswer(await send(context, "replicate", envelope), 201, "replicated");
    },
  },
  "replicate-pulled-before": {
    decisions: 2,
    title: "the node pulls the content before it answers",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const publication = publishText(context, fakePeer);
      expectAccepted(await send(context, "replicate", publication.envelope));
      const pulled = fakePeer.requests.some(isPullOf(publication));
      expectThat(pulled, "GET /ewp/contents with hash and timestamp", "no such request");
    },
  },
  "replicate-known": {
    title: "a stored publication is REPLICATION_ALREADY_EXISTS",
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context));
      expectAccepted(await send(context, "replicate", envelope));
      expectError(await send(context, "replicate", envelope), "REPLICATION_ALREADY_EXISTS");
    },
  },
  "replicate-wrong-signer": {
    title: "a proof with the signature of another key is INVALID_SIGNATURE",
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context));
      const forged = signBy(context.fakePeer(), envelope.typedData);
      expectError(await send(context, "replicate", forged), "INVALID_SIGNATURE");
      requireAccepted(await send(context, "replicate", envelope), "the same proof, signed by its publisher,");
    },
  },
  "replicate-wrong-signer-first": {
    decisions: 2,
    needs: [...common.needs, "baseline"],
    title: "a wrong signature is reported before a stored publication",
    async run(context) {
      const { envelope } = publishText(context, await createFollowee(context));
      expectAccepted(await send(context, "replicate", envelope));
      const forged = signBy(context.fakePeer(), envelope.typedData);
      expectError(await send(context, "replicate", forged), "INVALID_SIGNATURE");
    },
  },
  "replicate-after-mismatch": {
    title: "the node does not store mismatched content, and later accepts the right bytes",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const content = newText(fakePeer);
      const right = content.bytes;
      const { envelope } = fakePeer.publish(content, context.now());
      content.bytes = Buffer.from("Something else.\n");
      await send(context, "replicate", envelope);
      content.bytes = right;
      expectAccepted(await send(context, "replicate", envelope));
    },
  },
  "replicate-hash-mismatch": refusal(
    "content with another hash",
    "CONTENT_HASH_MISMATCH",
    async (context) => {
      const fakePeer = await createFollowee(context);
      const content = newText(fakePeer);
      const { envelope } = fakePeer.publish(content, context.now());
      content.bytes = Buffer.from("Something else.\n");
      return send(context, "replicate", envelope);
    },
    { controls },
  ),
  "replicate-description-missing": refusal(
    "a file without Content-Description",
    "CONTENT_DESCRIPTION_MISSING",
    async (context) => {
      const fakePeer = await createFollowee(context);
      return send(context, "replicate", fakePeer.publish(newFile(fakePeer), context.now()).envelope);
    },
    { controls, decisions: 5 },
  ),
  "replicate-file": {
    decisions: 5,
    title: "a file with Content-Description is accepted",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const file = newFile(fakePeer);
      file.headers["content-description"] = encodeURIComponent("Zwei Hände, ein Stück Brot");
      expectAccepted(await send(context, "replicate", fakePeer.publish(file, context.now()).envelope));
    },
  },
  "replicate-unreachable": {
    controls,
    decisions: 2,
    title: "a pull that fails for another reason is INTERNAL_ERROR",
    async run(context) {
      const fakePeer = await createFollowee(context);
      const publication = publishText(context, fakePeer);
      fakePeer.removeContent(publication.contentHash);
      expectError(await send(context, "replicate", publication.envelope), "INTERNAL_ERROR");
    },
  },
});

import type { Check, Need } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken, expectThat } from "../expectations.ts";
import { isPullOf, someFile, someText } from "../messages/bring-proof.ts";
import { showTaken } from "../messages/controls.ts";
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
    async run(trial) {
      const persona = await followee(trial);
      const reply = await send(trial, "replicate", persona.publish(someText(persona), trial.now()).envelope);
      expectStatus(reply, 201);
      expectEqual(asRecord(reply.json).status, "replicated", "status in the body");
    },
  },
  {
    ...head,
    id: "replicate-pulled-before",
    decisions: 2,
    title: "the content was pulled before the answer came",
    async run(trial) {
      const persona = await followee(trial);
      const publication = persona.publish(someText(persona), trial.now());
      expectTaken(await send(trial, "replicate", publication.envelope));
      const pulled = persona.requests.some(isPullOf(publication));
      expectThat(pulled, "GET /ewp/contents with hash and timestamp", "no such request");
    },
  },
  {
    ...head,
    id: "replicate-known",
    title: "a publication that is stored is REPLICATION_ALREADY_EXISTS",
    async run(trial) {
      const persona = await followee(trial);
      const { envelope } = persona.publish(someText(persona), trial.now());
      expectTaken(await send(trial, "replicate", envelope));
      expectError(await send(trial, "replicate", envelope), "REPLICATION_ALREADY_EXISTS");
    },
  },
  {
    ...head,
    id: "replicate-wrong-signer",
    title: "a proof that somebody else signed is INVALID_SIGNATURE",
    async run(trial) {
      const [persona, other] = [await followee(trial), trial.persona()];
      const { envelope } = persona.publish(someText(persona), trial.now());
      expectError(await send(trial, "replicate", signBy(other, envelope.typedData)), "INVALID_SIGNATURE");
      showTaken(await send(trial, "replicate", envelope), "the same proof, signed by its publisher,");
    },
  },
  {
    ...head,
    id: "replicate-wrong-signer-first",
    decisions: 2,
    needs: [...head.needs, "baseline"],
    title: "a wrong signature is told before that the publication is stored",
    async run(trial) {
      const [persona, other] = [await followee(trial), trial.persona()];
      const { envelope } = persona.publish(someText(persona), trial.now());
      expectTaken(await send(trial, "replicate", envelope));
      expectError(await send(trial, "replicate", signBy(other, envelope.typedData)), "INVALID_SIGNATURE");
    },
  },
  {
    ...head,
    id: "replicate-hash-mismatch",
    controls: ["replicate"],
    title: "content that has another hash is CONTENT_HASH_MISMATCH",
    async run(trial) {
      const persona = await followee(trial);
      const content = someText(persona);
      const { envelope } = persona.publish(content, trial.now());
      content.bytes = Buffer.from("Something else.\n");
      expectError(await send(trial, "replicate", envelope), "CONTENT_HASH_MISMATCH");
    },
  },
  {
    ...head,
    id: "replicate-after-mismatch",
    title: "what did not match was not kept: with the right bytes it is taken",
    async run(trial) {
      const persona = await followee(trial);
      const content = someText(persona);
      const right = content.bytes;
      const { envelope } = persona.publish(content, trial.now());
      content.bytes = Buffer.from("Something else.\n");
      await send(trial, "replicate", envelope);
      content.bytes = right;
      expectTaken(await send(trial, "replicate", envelope));
    },
  },
  {
    ...head,
    id: "replicate-description-missing",
    controls: ["replicate"],
    decisions: 5,
    title: "a file without its Content-Description is CONTENT_DESCRIPTION_MISSING",
    async run(trial) {
      const persona = await followee(trial);
      const { envelope } = persona.publish(someFile(persona), trial.now());
      expectError(await send(trial, "replicate", envelope), "CONTENT_DESCRIPTION_MISSING");
    },
  },
  {
    ...head,
    id: "replicate-file",
    decisions: 5,
    title: "a file with its Content-Description is taken",
    async run(trial) {
      const persona = await followee(trial);
      const file = someFile(persona);
      file.headers["content-description"] = encodeURIComponent("Zwei Hände, ein Stück Brot");
      expectTaken(await send(trial, "replicate", persona.publish(file, trial.now()).envelope));
    },
  },
  {
    ...head,
    id: "replicate-unreachable",
    controls: ["replicate"],
    decisions: 2,
    title: "a pull that fails otherwise is INTERNAL_ERROR",
    async run(trial) {
      const persona = await followee(trial);
      const publication = persona.publish(someText(persona), trial.now());
      persona.forget(publication.contentHash);
      expectError(await send(trial, "replicate", publication.envelope), "INTERNAL_ERROR");
    },
  },
];

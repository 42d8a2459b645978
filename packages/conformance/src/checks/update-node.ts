import type { Check } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken } from "../expectations.ts";
import { send } from "../messages/send-message.ts";
import { updateOf } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import type { Persona } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";

const day = 86_400;

function update(trial: Trial, persona: Persona, changes: Record<string, unknown> = {}): Promise<Reply> {
  return send(trial, "updateNode", signBy(persona, updateOf(trial, persona, changes)), persona.address);
}

/** PATCH /ewp/nodes/:address for a node that nobody knows, which shows what is checked before. */
export const updateNode: readonly Check[] = [
  {
    id: "update-unknown",
    section: "4.8",
    decisions: 4,
    title: "an update of a node that is not known is 204, empty",
    async run(trial) {
      const reply = await update(trial, trial.persona());
      expectStatus(reply, 204);
      expectEqual(reply.body.length, 0, "bytes");
    },
  },
  {
    id: "update-invalid-address",
    controls: ["update"],
    section: "4.8",
    title: "a path that is no address in EIP-55 form is INVALID_ADDRESS",
    async run(trial) {
      const persona = trial.persona();
      const body = signBy(persona, updateOf(trial, persona));
      const { address } = persona;
      const wrongs = [
        address.toLowerCase(),
        `0x${address.slice(2).toUpperCase()}`,
        address.slice(0, -1),
        `${address}0`,
        "me",
      ];
      for (const wrong of wrongs) {
        expectError(await send(trial, "updateNode", body, wrong), "INVALID_ADDRESS", `for ${wrong}`);
      }
    },
  },
  {
    id: "update-address-mismatch",
    controls: ["update"],
    section: "4.8",
    title: "a path that is not the owner's address is ADDRESS_MISMATCH",
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const body = signBy(persona, updateOf(trial, persona));
      expectError(await send(trial, "updateNode", body, other.address), "ADDRESS_MISMATCH");
    },
  },
  {
    id: "update-wrong-signer",
    controls: ["update"],
    section: "4.8",
    title: "an update that somebody else signed is INVALID_SIGNATURE",
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const body = signBy(other, updateOf(trial, persona));
      expectError(await send(trial, "updateNode", body, persona.address), "INVALID_SIGNATURE");
    },
  },
  {
    id: "update-out-of-time",
    controls: ["update"],
    section: "4.8",
    decisions: 2,
    title: "an update of a day ago, or of tomorrow, is INVALID_TIMESTAMP",
    async run(trial) {
      for (const away of [-day, day]) {
        expectError(
          await update(trial, trial.persona(), { timestamp: trial.now() + away }),
          "INVALID_TIMESTAMP",
        );
      }
    },
  },
  {
    id: "update-malformed-timestamp",
    controls: ["update"],
    section: "4.8",
    decisions: 1,
    title: "a malformed timestamp is INVALID_TIMESTAMP, a missing one INVALID_PAYLOAD",
    async run(trial) {
      expectError(await update(trial, trial.persona(), { timestamp: "soon" }), "INVALID_TIMESTAMP");
      expectError(await update(trial, trial.persona(), { timestamp: undefined }), "INVALID_PAYLOAD");
    },
  },
  {
    id: "update-url",
    controls: ["update"],
    section: "4.8",
    decisions: 2,
    title: "a url that is no HTTPS URL is INVALID_PAYLOAD",
    async run(trial) {
      for (const url of ["http://node.example", "node", "", 42]) {
        expectError(await update(trial, trial.persona(), { url }), "INVALID_PAYLOAD", `for ${url}`);
      }
    },
  },
  {
    id: "update-text-as-sent",
    section: "4.8",
    decisions: 1,
    title: "text is hashed as it was sent: never trimmed, never normalised",
    async run(trial) {
      for (const text of [
        "  spaces around  ",
        "two\n\nlines\r\n",
        "e\u0301 and \u00e9",
        "\u{1f33f} leaf",
        "<b>&amp;</b>",
      ]) {
        const reply = await update(trial, trial.persona(), { title: text, description: text });
        expectTaken(reply, `for ${JSON.stringify(text)}`);
      }
    },
  },
  {
    id: "update-title-length",
    section: "8",
    decisions: 4,
    title: "a title has 1 to 255 characters",
    async run(trial) {
      for (const length of [1, 255]) {
        expectTaken(await update(trial, trial.persona(), { title: "t".repeat(length) }), `for ${length}`);
      }
      for (const length of [0, 256, 5_000]) {
        const reply = await update(trial, trial.persona(), { title: "t".repeat(length) });
        expectError(reply, "INVALID_PAYLOAD", `for ${length}`);
      }
    },
  },
  {
    id: "update-description-length",
    section: "8",
    decisions: 4,
    title: "a description has up to 2,000 characters",
    async run(trial) {
      for (const length of [0, 2_000]) {
        expectTaken(
          await update(trial, trial.persona(), { description: "d".repeat(length) }),
          `for ${length}`,
        );
      }
      const reply = await update(trial, trial.persona(), { description: "d".repeat(2_001) });
      expectError(reply, "INVALID_PAYLOAD", "for 2001");
    },
  },
  {
    id: "update-description-null",
    controls: ["update"],
    section: "4.8",
    decisions: 1,
    title: "a description that is no text is INVALID_PAYLOAD",
    async run(trial) {
      for (const description of [null, undefined, 42]) {
        expectError(await update(trial, trial.persona(), { description }), "INVALID_PAYLOAD");
      }
    },
  },
  {
    id: "update-error-order",
    controls: ["update"],
    section: "4.8",
    decisions: 2,
    title: "the path is told first, then a malformed field, the mismatch, the signature, the timestamp",
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      const old = { timestamp: trial.now() - day };
      const write = (changes: object) => signBy(other, updateOf(trial, persona, { ...old, ...changes }));
      const patch = (body: unknown, address: string) => send(trial, "updateNode", body, address);
      expectError(await patch(write({ title: "" }), other.address.toLowerCase()), "INVALID_ADDRESS");
      expectError(await patch(write({ title: "" }), other.address), "INVALID_PAYLOAD");
      expectError(await patch(write({}), other.address), "ADDRESS_MISMATCH");
      expectError(await patch(write({}), persona.address), "INVALID_SIGNATURE");
      const late = signBy(persona, updateOf(trial, persona, { ...old, url: "https://gone.invalid" }));
      expectError(await patch(late, persona.address), "INVALID_TIMESTAMP");
    },
  },
];

import type { Check } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../expectations.ts";
import { send } from "../messages/send-message.ts";
import { updateOf } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const day = 86_400;

function update(
  context: TestContext,
  fakePeer: FakePeer,
  changes: Record<string, unknown> = {},
): Promise<Reply> {
  return send(
    context,
    "updateNode",
    signBy(fakePeer, updateOf(context, fakePeer, changes)),
    fakePeer.address,
  );
}

/** PATCH /ewp/nodes/:address for a node that nobody knows, which shows what is checked before. */
export const updateNode: readonly Check[] = [
  {
    id: "update-unknown",
    section: "4.8",
    decisions: 4,
    title: "an update of a node that is not known is 204, empty",
    async run(context) {
      const reply = await update(context, context.fakePeer());
      expectStatus(reply, 204);
      expectEqual(reply.body.length, 0, "bytes");
    },
  },
  {
    id: "update-invalid-address",
    controls: ["update"],
    section: "4.8",
    title: "a path that is no address in EIP-55 form is INVALID_ADDRESS",
    async run(context) {
      const fakePeer = context.fakePeer();
      const body = signBy(fakePeer, updateOf(context, fakePeer));
      const { address } = fakePeer;
      const wrongs = [
        address.toLowerCase(),
        `0x${address.slice(2).toUpperCase()}`,
        address.slice(0, -1),
        `${address}0`,
        "me",
      ];
      for (const wrong of wrongs) {
        expectError(await send(context, "updateNode", body, wrong), "INVALID_ADDRESS", `for ${wrong}`);
      }
    },
  },
  {
    id: "update-address-mismatch",
    controls: ["update"],
    section: "4.8",
    title: "a path that is not the owner's address is ADDRESS_MISMATCH",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const body = signBy(fakePeer, updateOf(context, fakePeer));
      expectError(await send(context, "updateNode", body, other.address), "ADDRESS_MISMATCH");
    },
  },
  {
    id: "update-wrong-signer",
    controls: ["update"],
    section: "4.8",
    title: "an update that somebody else signed is INVALID_SIGNATURE",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const body = signBy(other, updateOf(context, fakePeer));
      expectError(await send(context, "updateNode", body, fakePeer.address), "INVALID_SIGNATURE");
    },
  },
  {
    id: "update-out-of-time",
    controls: ["update"],
    section: "4.8",
    decisions: 2,
    title: "an update of a day ago, or of tomorrow, is INVALID_TIMESTAMP",
    async run(context) {
      for (const away of [-day, day]) {
        expectError(
          await update(context, context.fakePeer(), { timestamp: context.now() + away }),
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
    async run(context) {
      expectError(await update(context, context.fakePeer(), { timestamp: "soon" }), "INVALID_TIMESTAMP");
      expectError(await update(context, context.fakePeer(), { timestamp: undefined }), "INVALID_PAYLOAD");
    },
  },
  {
    id: "update-url",
    controls: ["update"],
    section: "4.8",
    decisions: 2,
    title: "a url that is no HTTPS URL is INVALID_PAYLOAD",
    async run(context) {
      for (const url of ["http://node.example", "node", "", 42]) {
        expectError(await update(context, context.fakePeer(), { url }), "INVALID_PAYLOAD", `for ${url}`);
      }
    },
  },
  {
    id: "update-text-as-sent",
    section: "4.8",
    decisions: 1,
    title: "text is hashed as it was sent: never trimmed, never normalised",
    async run(context) {
      for (const text of [
        "  spaces around  ",
        "two\n\nlines\r\n",
        "e\u0301 and \u00e9",
        "\u{1f33f} leaf",
        "<b>&amp;</b>",
      ]) {
        const reply = await update(context, context.fakePeer(), { title: text, description: text });
        expectAccepted(reply, `for ${JSON.stringify(text)}`);
      }
    },
  },
  {
    id: "update-title-length",
    section: "8",
    decisions: 4,
    title: "a title has 1 to 255 characters",
    async run(context) {
      for (const length of [1, 255]) {
        expectAccepted(
          await update(context, context.fakePeer(), { title: "t".repeat(length) }),
          `for ${length}`,
        );
      }
      for (const length of [0, 256, 5_000]) {
        const reply = await update(context, context.fakePeer(), { title: "t".repeat(length) });
        expectError(reply, "INVALID_PAYLOAD", `for ${length}`);
      }
    },
  },
  {
    id: "update-description-length",
    section: "8",
    decisions: 4,
    title: "a description has up to 2,000 characters",
    async run(context) {
      for (const length of [0, 2_000]) {
        expectAccepted(
          await update(context, context.fakePeer(), { description: "d".repeat(length) }),
          `for ${length}`,
        );
      }
      const reply = await update(context, context.fakePeer(), { description: "d".repeat(2_001) });
      expectError(reply, "INVALID_PAYLOAD", "for 2001");
    },
  },
  {
    id: "update-description-null",
    controls: ["update"],
    section: "4.8",
    decisions: 1,
    title: "a description that is no text is INVALID_PAYLOAD",
    async run(context) {
      for (const description of [null, undefined, 42]) {
        expectError(await update(context, context.fakePeer(), { description }), "INVALID_PAYLOAD");
      }
    },
  },
  {
    id: "update-error-order",
    controls: ["update"],
    section: "4.8",
    decisions: 2,
    title: "the path is told first, then a malformed field, the mismatch, the signature, the timestamp",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const old = { timestamp: context.now() - day };
      const write = (changes: object) => signBy(other, updateOf(context, fakePeer, { ...old, ...changes }));
      const patch = (body: unknown, address: string) => send(context, "updateNode", body, address);
      expectError(await patch(write({ title: "" }), other.address.toLowerCase()), "INVALID_ADDRESS");
      expectError(await patch(write({ title: "" }), other.address), "INVALID_PAYLOAD");
      expectError(await patch(write({}), other.address), "ADDRESS_MISMATCH");
      expectError(await patch(write({}), fakePeer.address), "INVALID_SIGNATURE");
      const late = signBy(fakePeer, updateOf(context, fakePeer, { ...old, url: "https://gone.invalid" }));
      expectError(await patch(late, fakePeer.address), "INVALID_TIMESTAMP");
    },
  },
];

import { type Check, defineChecks } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../expectations.ts";
import { send, sendUpdate } from "../messages/send-message.ts";
import { type Changes, updateOf } from "../messages/write-messages.ts";
import { signBy } from "../signing/key.ts";

const common = { section: "4.8", controls: ["update"] } as const;
const day = 86_400;

/** Updates with these values of a field: the node accepts the first ones and refuses the others. */
function values(accepted: readonly Changes[], refused: readonly Changes[]): Check["run"] {
  return async (context) => {
    for (const changes of accepted) {
      expectAccepted(await sendUpdate(context, context.fakePeer(), changes), describeChanges(changes));
    }
    for (const changes of refused) {
      const reply = await sendUpdate(context, context.fakePeer(), changes);
      expectError(reply, "INVALID_PAYLOAD", describeChanges(changes));
    }
  };
}

function describeChanges(changes: Changes): string {
  return `for ${JSON.stringify(changes)}`;
}

const texts = [
  "  spaces around  ",
  "two\n\nlines\r\n",
  "e\u0301 and \u00e9",
  "\u{1f33f} leaf",
  "<b>&amp;</b>",
];

/** PATCH /ewp/nodes/:address for an unknown node: what the node checks before it looks up the sender. */
export const updateNode = defineChecks(common, {
  "update-unknown": {
    decisions: 4,
    controls: [],
    title: "an update of an unknown node is answered with 204 and no body",
    async run(context) {
      const reply = await sendUpdate(context, context.fakePeer());
      expectStatus(reply, 204);
      expectEqual(reply.body.length, 0, "bytes");
    },
  },
  "update-invalid-address": {
    title: "a path without an address in EIP-55 form is INVALID_ADDRESS",
    async run(context) {
      const fakePeer = context.fakePeer();
      const body = signBy(fakePeer, updateOf(context, fakePeer));
      const { address } = fakePeer;
      const upper = `0x${address.slice(2).toUpperCase()}`;
      for (const wrong of [address.toLowerCase(), upper, address.slice(0, -1), `${address}0`, "me"]) {
        expectError(await send(context, "updateNode", body, wrong), "INVALID_ADDRESS", `for ${wrong}`);
      }
    },
  },
  "update-address-mismatch": {
    title: "a path with another address than the owner's is ADDRESS_MISMATCH",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const body = signBy(fakePeer, updateOf(context, fakePeer));
      expectError(await send(context, "updateNode", body, other.address), "ADDRESS_MISMATCH");
    },
  },
  "update-wrong-signer": {
    title: "an update with the signature of another key is INVALID_SIGNATURE",
    async run(context) {
      const reply = await sendUpdate(context, context.fakePeer(), {}, context.fakePeer());
      expectError(reply, "INVALID_SIGNATURE");
    },
  },
  "update-out-of-time": {
    decisions: 2,
    title: "an update signed for yesterday or tomorrow is INVALID_TIMESTAMP",
    async run(context) {
      for (const away of [-day, day]) {
        const changes = { timestamp: context.now() + away };
        expectError(await sendUpdate(context, context.fakePeer(), changes), "INVALID_TIMESTAMP");
      }
    },
  },
  "update-malformed-timestamp": {
    decisions: 1,
    title: "a malformed timestamp is INVALID_TIMESTAMP, a missing one INVALID_PAYLOAD",
    async run(context) {
      const send = (timestamp: unknown) => sendUpdate(context, context.fakePeer(), { timestamp });
      expectError(await send("soon"), "INVALID_TIMESTAMP");
      expectError(await send(undefined), "INVALID_PAYLOAD");
    },
  },
  "update-url": {
    decisions: 2,
    title: "a url that is no HTTPS URL is INVALID_PAYLOAD",
    run: values(
      [],
      ["http://node.example", "node", "", 42].map((url) => ({ url })),
    ),
  },
  "update-text-as-sent": {
    decisions: 1,
    controls: [],
    title: "the node hashes text as sent, and neither trims nor normalises it",
    run: values(
      texts.map((text) => ({ title: text, description: text })),
      [],
    ),
  },
  "update-title-length": {
    section: "8",
    decisions: 4,
    controls: [],
    title: "a title has 1 to 255 characters",
    run: values(
      [1, 255].map((length) => ({ title: "t".repeat(length) })),
      [0, 256, 5_000].map((length) => ({ title: "t".repeat(length) })),
    ),
  },
  "update-description-length": {
    section: "8",
    decisions: 4,
    controls: [],
    title: "a description has up to 2,000 characters",
    run: values(
      [0, 2_000].map((length) => ({ description: "d".repeat(length) })),
      [{ description: "d".repeat(2_001) }],
    ),
  },
  "update-description-null": {
    decisions: 1,
    title: "a description that is no text is INVALID_PAYLOAD",
    run: values(
      [],
      [null, undefined, 42].map((description) => ({ description })),
    ),
  },
  "update-error-order": {
    decisions: 2,
    title: "the path is reported first, then a malformed field, the mismatch, the signature, the timestamp",
    async run(context) {
      const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
      const old = { timestamp: context.now() - day };
      const write = (changes: object) => signBy(other, updateOf(context, fakePeer, { ...old, ...changes }));
      const patch = (body: unknown, address: string) => send(context, "updateNode", body, address);
      expectError(await patch(write({ title: "" }), other.address.toLowerCase()), "INVALID_ADDRESS");
      expectError(await patch(write({ title: "" }), other.address), "INVALID_PAYLOAD");
      expectError(await patch(write({}), other.address), "ADDRESS_MISMATCH");
      expectError(await patch(write({}), fakePeer.address), "INVALID_SIGNATURE");
      const late = { ...old, url: "https://gone.invalid" };
      expectError(await sendUpdate(context, fakePeer, late), "INVALID_TIMESTAMP");
    },
  },
});

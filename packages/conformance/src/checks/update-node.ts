import { type Check, defineChecks } from "../check.ts";
import { expectAccepted, expectEqual, expectError, expectStatus } from "../expectations.ts";
import { send, sendUpdate } from "../messages/send-message.ts";
import { type Changes, updateOf } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { atOtherDays, refusal } from "./refusals.ts";

const common = { section: "4.8", controls: ["update"] } as const;
const day = 86_400;

/** Sends the fake peer's profile to the path of an address. */
function sendUpdateTo(context: TestContext, fakePeer: FakePeer, address: string): Promise<Reply> {
  return send(context, "updateNode", signBy(fakePeer, updateOf(context, fakePeer)), address);
}

/** Updates with these values of a field: the node accepts the first ones and refuses the others. */
function values(accepted: readonly Changes[], refused: readonly Changes[]): Check["run"] {
  return async (context) => {
    for (const changes of [...accepted, ...refused]) {
      const reply = await sendUpdate(context, context.fakePeer(), changes);
      const after = `for ${JSON.stringify(changes)}`;
      if (accepted.includes(changes)) expectAccepted(reply, after);
      else expectError(reply, "INVALID_PAYLOAD", after);
    }
  };
}

const texts = [
  "  spaces around  ",
  "two\n\nlines\r\n",
  "e\u0301 and \u00e9",
  "\u{1f33f} leaf",
  "<b>&amp;</b>",
];

/** PATCH /ewp/nodes/:address for an unknown node: the checks before the node looks up the sender. */
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
  "update-invalid-address": refusal(
    "a path without an address in EIP-55 form",
    "INVALID_ADDRESS",
    [
      (address: string) => address.toLowerCase(),
      (address: string) => `0x${address.slice(2).toUpperCase()}`,
      (address: string) => address.slice(0, -1),
      (address: string) => `${address}0`,
      () => "me",
    ].map((change) => (context, fakePeer) => sendUpdateTo(context, fakePeer, change(fakePeer.address))),
  ),
  "update-address-mismatch": refusal(
    "a path with another address than the owner's",
    "ADDRESS_MISMATCH",
    (context, fakePeer, other) => sendUpdateTo(context, fakePeer, other.address),
  ),
  "update-wrong-signer": refusal(
    "an update with the signature of another key",
    "INVALID_SIGNATURE",
    (context, fakePeer, other) => sendUpdate(context, fakePeer, {}, other),
  ),
  "update-out-of-time": refusal(
    "an update signed for yesterday or tomorrow",
    "INVALID_TIMESTAMP",
    atOtherDays(sendUpdate),
    { decisions: 2 },
  ),
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

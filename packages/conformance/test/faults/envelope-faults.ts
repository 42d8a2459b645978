import { EwpError, type MessageKind, parseEnvelope, parseNodeUrl } from "@freehold/protocol";
import type { Behaviour } from "../right-node/behaviour.ts";
import type { Fault } from "./fault.ts";
import { messageOf, overlooking } from "./read-loosely.ts";

/** Answers bodies of this shape with INVALID_SIGNATURE. */
function asSignature(
  isWrong: (body: Record<string, unknown>, kind: MessageKind) => boolean,
): Partial<Behaviour> {
  return {
    parse(kind, body) {
      if (typeof body === "object" && body !== null && isWrong(body as Record<string, unknown>, kind)) {
        throw new EwpError("INVALID_SIGNATURE");
      }
      return parseEnvelope(kind, body);
    },
  };
}

const followFields = ["followerAddress", "followeeAddress", "followeeUrl", "followerUrl", "timestamp"];

/** What a node may get wrong about the parts of an envelope. */
export const envelopeFaults: readonly Fault[] = [
  {
    name: "missing-field-as-signature",
    wrong: asSignature((body, kind) => {
      const message = messageOf(body);
      const names = Object.keys(message);
      return (
        kind === "CreateConnection" && names.length === 4 && followFields.some((name) => !(name in message))
      );
    }),
    fails: [
      "message-without-follower-address",
      "message-without-followee-address",
      "message-without-followee-url",
      "message-without-follower-url",
      "message-without-timestamp",
    ],
  },
  {
    name: "missing-signature-as-signature",
    wrong: asSignature((body) => "typedData" in body && typeof body.signature !== "string"),
    fails: ["signature-missing"],
  },
  {
    name: "missing-typed-data-as-signature",
    wrong: asSignature(
      (body) => typeof body.signature === "string" && Object.keys(messageOf(body)).length === 0,
    ),
    fails: ["envelope-incomplete"],
  },
  {
    name: "empty-object-as-signature",
    wrong: asSignature((body) => Object.keys(body).length === 0),
    fails: ["body-empty-object"],
  },
  {
    name: "signatures-without-prefix",
    wrong: {
      parse(kind, body) {
        const { signature } = (body ?? {}) as { signature?: unknown };
        const isBare = typeof signature === "string" && /^[0-9a-f]{130}$/.test(signature);
        return parseEnvelope(kind, isBare ? { ...(body as object), signature: `0x${signature}` } : body);
      },
    },
    fails: ["signature-malformed"],
  },
  {
    name: "structs-made-flat",
    wrong: overlooking(({ types, message }) => {
      const { when, ...rest } = message;
      const timestamp = (when as { timestamp?: unknown } | undefined)?.timestamp;
      if (timestamp === undefined) return {};
      const flat = (types.CreateConnection ?? []).map((member) =>
        member.name === "when" ? { name: "timestamp", type: "uint64" } : member,
      );
      return { message: { ...rest, timestamp }, types: { CreateConnection: flat } };
    }),
    fails: ["types-nested"],
  },
  {
    name: "anything-is-a-url",
    wrong: overlooking(({ message }, kind) => {
      const urls = ["followerUrl", "followeeUrl"].filter(
        (name) => name in message && parseNodeUrl(message[name]) === null,
      );
      const known = urls.map((name) => [name, "https://node.example"]);
      return kind === "CreateConnection" ? { message: { ...message, ...Object.fromEntries(known) } } : {};
    }),
    fails: [
      "follow-url-http",
      "follow-url-other-scheme",
      "follow-url-no-url",
      "follow-url-credentials",
      "follow-order-url",
      "url-of-another-type",
    ],
  },
];

import type { Check } from "../check.ts";
import { type Bend, type BendEnvelope, sending, signing, withField, withMembers } from "./signed-values.ts";

const payload = "INVALID_PAYLOAD";
const fields = ["followerAddress", "followeeAddress", "followeeUrl", "followerUrl", "timestamp"] as const;

function retyped(name: string, type: string): Bend {
  return withMembers((members) => members.map((member) => (member.name === name ? { name, type } : member)));
}

function renamed(primaryType: string): Bend {
  return (typedData) => {
    const { [typedData.primaryType]: members = [], ...types } = typedData.types;
    return { ...typedData, primaryType, types: { ...types, [primaryType]: members } };
  };
}

function withKey(name: string, value: unknown): BendEnvelope {
  return ({ typedData, signature }) => ({
    typedData: { ...typedData, message: { ...typedData.message, [name]: value } },
    signature,
  });
}

/** The sender's types are never trusted: a message is what the protocol's own table says (decisions 1). */
export const signedTypes: readonly Check[] = [
  signing(
    {
      id: "types-order",
      title: "fields may be typed in another order, if they were signed so",
      comes: "taken",
    },
    withMembers((members) => members.reverse()),
    withMembers(([first, ...rest]) => (first ? [...rest, first] : rest)),
  ),
  signing(
    {
      id: "types-width",
      title: "an unsigned integer may be of the other width, if it was signed so",
      comes: "taken",
    },
    retyped("timestamp", "uint256"),
  ),
  signing(
    {
      id: "types-altered",
      title: "a field of another type is INVALID_PAYLOAD, though it was signed so",
      comes: payload,
    },
    retyped("followerAddress", "string"),
    retyped("followeeUrl", "bytes32"),
    retyped("timestamp", "int256"),
    retyped("timestamp", "uint128"),
    retyped("timestamp", "string"),
    retyped("followerAddress", "address[]"),
  ),
  signing(
    {
      id: "types-missing-member",
      title: "a field that is not among the types is INVALID_PAYLOAD",
      comes: payload,
    },
    withMembers((members) => members.filter(({ name }) => name !== "followeeAddress")),
    withMembers((members) => members.filter(({ name }) => name !== "timestamp")),
    withMembers(() => []),
  ),
  signing(
    { id: "types-extra-member", title: "a member that is no field is INVALID_PAYLOAD", comes: payload },
    withMembers((members) => [...members, { name: "nonce", type: "uint256" }]),
    withMembers((members) => members.flatMap((member) => [member, member])),
  ),
  signing(
    { id: "types-nested", title: "a field hidden in a struct is INVALID_PAYLOAD", comes: payload },
    (typedData) => {
      const { timestamp, ...rest } = typedData.message;
      const [last, ...others] = (typedData.types.CreateConnection ?? []).toReversed();
      const CreateConnection = [...others, { name: "when", type: "When" }];
      const types = { ...typedData.types, CreateConnection, When: last ? [last] : [] };
      return { ...typedData, types, message: { ...rest, when: { timestamp } } };
    },
  ),
  sending(
    { id: "types-absent", title: "without the types of the message it is INVALID_PAYLOAD", comes: payload },
    ({ typedData, signature }) => ({ typedData: { ...typedData, types: {} }, signature }),
    ({ typedData, signature }) => ({ typedData: { ...typedData, types: undefined }, signature }),
    ({ typedData, signature }) => ({ typedData: { ...typedData, types: [] }, signature }),
  ),
  signing(
    {
      id: "primary-type-other",
      title: "another primaryType with the same fields is INVALID_PAYLOAD",
      comes: payload,
    },
    renamed("DestroyConnection"),
    renamed("createConnection"),
    renamed("CreateConnection2"),
  ),
  sending(
    { id: "primary-type-absent", title: "without a primaryType it is INVALID_PAYLOAD", comes: payload },
    ({ typedData, signature }) => ({ typedData: { ...typedData, primaryType: undefined }, signature }),
    ({ typedData, signature }) => ({
      typedData: { ...typedData, primaryType: ["CreateConnection"] },
      signature,
    }),
  ),
  sending(
    { id: "message-extra-key", title: "a key beside the signed ones is INVALID_PAYLOAD", comes: payload },
    withKey("note", "hello"),
    withKey("publisherAddress", null),
    withKey("constructor", 1),
  ),
  // Without followerAddress it is the reference form's message, with other types.
  ...fields.map((name) =>
    signing(
      {
        id: `message-without-${kebab(name)}`,
        title: `without ${name} it is INVALID_PAYLOAD`,
        comes: payload,
      },
      withField(name, undefined),
    ),
  ),
];

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

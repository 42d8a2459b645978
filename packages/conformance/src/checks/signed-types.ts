import type { Check } from "../check.ts";
import {
  afterSigning,
  beforeSigning,
  type EnvelopeChange,
  type TypedDataChange,
  withField,
  withMembers,
} from "./signed-values.ts";

const payload = "INVALID_PAYLOAD";
const fields = ["followerAddress", "followeeAddress", "followeeUrl", "followerUrl", "timestamp"] as const;

function retyped(name: string, type: string): TypedDataChange {
  return withMembers((members) => members.map((member) => (member.name === name ? { name, type } : member)));
}

function renamed(primaryType: string): TypedDataChange {
  return (typedData) => {
    const { [typedData.primaryType]: members = [], ...types } = typedData.types;
    return { ...typedData, primaryType, types: { ...types, [primaryType]: members } };
  };
}

function withKey(name: string, value: unknown): EnvelopeChange {
  return ({ typedData, signature }) => ({
    typedData: { ...typedData, message: { ...typedData.message, [name]: value } },
    signature,
  });
}

/** A node takes types from the protocol's table, never from the sender (decisions 1). */
export const signedTypes: readonly Check[] = [
  beforeSigning(
    {
      id: "types-order",
      title: "types may be in another order if they were signed so",
      expected: "accepted",
    },
    withMembers((members) => members.reverse()),
    withMembers(([first, ...rest]) => (first ? [...rest, first] : rest)),
  ),
  beforeSigning(
    {
      id: "types-width",
      title: "an unsigned integer may have the other width if it was signed so",
      expected: "accepted",
    },
    retyped("timestamp", "uint256"),
  ),
  beforeSigning(
    {
      id: "types-altered",
      title: "a field of another type is INVALID_PAYLOAD, even if it was signed so",
      expected: payload,
    },
    retyped("followerAddress", "string"),
    retyped("followeeUrl", "bytes32"),
    retyped("timestamp", "int256"),
    retyped("timestamp", "uint128"),
    retyped("timestamp", "string"),
    retyped("followerAddress", "address[]"),
  ),
  beforeSigning(
    {
      id: "types-missing-member",
      title: "a field without a type is INVALID_PAYLOAD",
      expected: payload,
    },
    withMembers((members) => members.filter(({ name }) => name !== "followeeAddress")),
    withMembers((members) => members.filter(({ name }) => name !== "timestamp")),
    withMembers(() => []),
  ),
  beforeSigning(
    { id: "types-extra-member", title: "a type without a field is INVALID_PAYLOAD", expected: payload },
    withMembers((members) => [...members, { name: "nonce", type: "uint256" }]),
    withMembers((members) => members.flatMap((member) => [member, member])),
  ),
  beforeSigning(
    { id: "types-nested", title: "a field inside a struct is INVALID_PAYLOAD", expected: payload },
    (typedData) => {
      const { timestamp, ...rest } = typedData.message;
      const [last, ...others] = (typedData.types.CreateConnection ?? []).toReversed();
      const CreateConnection = [...others, { name: "when", type: "When" }];
      const types = { ...typedData.types, CreateConnection, When: last ? [last] : [] };
      return { ...typedData, types, message: { ...rest, when: { timestamp } } };
    },
  ),
  afterSigning(
    { id: "types-absent", title: "a follow without types is INVALID_PAYLOAD", expected: payload },
    ({ typedData, signature }) => ({ typedData: { ...typedData, types: {} }, signature }),
    ({ typedData, signature }) => ({ typedData: { ...typedData, types: undefined }, signature }),
    ({ typedData, signature }) => ({ typedData: { ...typedData, types: [] }, signature }),
  ),
  beforeSigning(
    {
      id: "primary-type-other",
      title: "another primaryType with the same fields is INVALID_PAYLOAD",
      expected: payload,
    },
    renamed("DestroyConnection"),
    renamed("createConnection"),
    renamed("CreateConnection2"),
  ),
  afterSigning(
    {
      id: "primary-type-absent",
      title: "a follow without a primaryType is INVALID_PAYLOAD",
      expected: payload,
    },
    ({ typedData, signature }) => ({ typedData: { ...typedData, primaryType: undefined }, signature }),
    ({ typedData, signature }) => ({
      typedData: { ...typedData, primaryType: ["CreateConnection"] },
      signature,
    }),
  ),
  afterSigning(
    {
      id: "message-extra-key",
      title: "an unsigned key in the message is INVALID_PAYLOAD",
      expected: payload,
    },
    withKey("note", "hello"),
    withKey("publisherAddress", null),
    withKey("constructor", 1),
  ),
  // A message without followerAddress is the reference form's, with other types.
  ...fields.map((name) =>
    beforeSigning(
      {
        id: `message-without-${kebab(name)}`,
        title: `a follow without ${name} is INVALID_PAYLOAD`,
        expected: payload,
      },
      withField(name, undefined),
    ),
  ),
];

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

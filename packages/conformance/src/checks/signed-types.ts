import type { Check } from "../check.ts";
import {
  afterSigning,
  beforeSigning,
  type TypedDataChange,
  unsigned,
  withField,
  withMembers,
  withPart,
} from "./follows/changed-follows.ts";

const payload = "INVALID_PAYLOAD";

function retyped(name: string, ...types: readonly string[]): TypedDataChange[] {
  return types.flatMap((type) =>
    withMembers((members) => members.map((member) => (member.name === name ? { name, type } : member))),
  );
}

function renamed(primaryType: string): TypedDataChange {
  return (typedData) => {
    const { [typedData.primaryType]: members = [], ...types } = typedData.types;
    return { ...typedData, primaryType, types: { ...types, [primaryType]: members } };
  };
}

/** `types.EIP712Domain` with these members, as EIP-712 writes them. */
function withDomainType(text: string): TypedDataChange {
  const EIP712Domain = text.split(",").map((member) => {
    const [type = "", name = ""] = member.split(" ");
    return { name, type };
  });
  return (typedData) => ({ ...typedData, types: { ...typedData.types, EIP712Domain } });
}

/** A node takes types from the protocol's table, never from the sender (decisions 1). */
export const signedTypes: readonly Check[] = [
  ...beforeSigning({
    "domain-type-absent": [
      "types.EIP712Domain may be absent",
      "accepted",
      ({ types: { EIP712Domain: _, ...types }, ...typedData }) => ({ ...typedData, types }),
    ],
    "domain-type-other": [
      "another types.EIP712Domain",
      payload,
      withDomainType("string name,string version"),
      withDomainType("string name,string version,uint64 chainId"),
      withDomainType("string name,string version,uint256 chainId,bytes32 salt"),
    ],
    "types-order": [
      "types may be in another order if they were signed so",
      "accepted",
      ...withMembers(
        (members) => members.reverse(),
        ([first, ...rest]) => (first ? [...rest, first] : rest),
      ),
    ],
    "types-width": [
      "an unsigned integer may have the other width if it was signed so",
      "accepted",
      ...retyped("timestamp", "uint256"),
    ],
    "types-altered": [
      "a field of another type, even if it was signed so,",
      payload,
      ...retyped("followerAddress", "string", "address[]"),
      ...retyped("followeeUrl", "bytes32"),
      ...retyped("timestamp", "int256", "uint128", "string"),
    ],
    "types-missing-member": [
      "a field without a type",
      payload,
      ...withMembers(
        (members) => members.filter(({ name }) => name !== "followeeAddress"),
        (members) => members.filter(({ name }) => name !== "timestamp"),
        () => [],
      ),
    ],
    "types-extra-member": [
      "a type without a field",
      payload,
      ...withMembers(
        (members) => [...members, { name: "nonce", type: "uint256" }],
        (members) => members.flatMap((member) => [member, member]),
      ),
    ],
    "types-nested": [
      "a field inside a struct",
      payload,
      (typedData) => {
        const { timestamp, ...rest } = typedData.message;
        const [last, ...others] = (typedData.types.CreateConnection ?? []).toReversed();
        const CreateConnection = [...others, { name: "when", type: "When" }];
        const types = { ...typedData.types, CreateConnection, When: last ? [last] : [] };
        return { ...typedData, types, message: { ...rest, when: { timestamp } } };
      },
    ],
    "primary-type-other": [
      "another primaryType with the same fields",
      payload,
      ...["DestroyConnection", "createConnection", "CreateConnection2"].map(renamed),
    ],
    // A message without followerAddress is the reference form's, with other types.
    "message-without-follower-address": withoutField("followerAddress"),
    "message-without-followee-address": withoutField("followeeAddress"),
    "message-without-followee-url": withoutField("followeeUrl"),
    "message-without-follower-url": withoutField("followerUrl"),
    "message-without-timestamp": withoutField("timestamp"),
  }),
  ...afterSigning({
    "types-absent": ["a follow without types", payload, ...withPart("types", {}, undefined, [])],
    "primary-type-absent": [
      "a follow without a primaryType",
      payload,
      ...withPart("primaryType", undefined, ["CreateConnection"]),
    ],
    "message-extra-key": [
      "an unsigned key in the message",
      payload,
      ...unsigned(
        ...withField("note", "hello"),
        ...withField("publisherAddress", null),
        ...withField("constructor", 1),
      ),
    ],
  }),
];

function withoutField(name: string) {
  return [`a follow without ${name}`, payload, ...withField(name, undefined)] as const;
}

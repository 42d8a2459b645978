import { limits } from "../limits.ts";
import {
  address,
  addressText,
  bytes32,
  type Field,
  type Fields,
  ownUrl,
  struct,
  text,
  uint64,
  uint256,
  url,
  type ValueOf,
} from "./fields.ts";

const settingLength = 255; // a setting in a signed installation
const avatarTextLength = 3_000_000; // the avatar in a signed installation, as text

/** The form of a peer's messages: that of the specification or of the reference node (decisions, "Words"). */
export type Form = "baseline" | "reference";

/** A signed form of a message. */
export interface Variant {
  /** `both`: identical in baseline and reference form. */
  readonly form: Form | "both";
  readonly primaryType: string;
  readonly fields: Fields;
  /** Field paths of the addresses that may sign. Empty: the signer is the value of the field that is `absent` as `signer`. */
  readonly signers: readonly string[];
  /** Fields with another name in the meaning. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Unsigned fields of the meaning: null, or known from the signature. */
  readonly absent?: Readonly<Record<string, null | "signer">>;
}

interface MessageDeclaration {
  readonly purpose: string;
  /** The first one has the names of the meaning. */
  readonly variants: readonly [Variant, ...Variant[]];
  /** Two addresses that must differ. */
  readonly distinct?: readonly [string, string];
}

const title = text({ min: 1, max: limits.titleLength });
const description = text({ max: limits.descriptionLength });
const setting = text({ max: settingLength });
/** An avatar of 2 MiB as a data URI, with some margin. */
const avatar = text({ max: avatarTextLength });

const sharedDelete = { nodeAddress: address, commentId: uint256, commenterAddress: address } as const;
const comment = {
  nodeAddress: address,
  commenterAddress: address,
  publicationId: uint256,
  commentBodyHash: bytes32,
} as const;

/** Every signed message in both forms (decisions 1). All code about messages derives from this table. */
export const messages = {
  CreateConnection: {
    purpose: "follow",
    distinct: ["followerAddress", "followeeAddress"],
    variants: [
      {
        form: "baseline",
        primaryType: "CreateConnection",
        fields: {
          followerAddress: address,
          followeeAddress: address,
          followeeUrl: url,
          followerUrl: url,
          timestamp: uint64,
        },
        signers: ["followerAddress"],
      },
      {
        form: "reference",
        primaryType: "CreateConnection",
        fields: { followeeAddress: address, followeeUrl: url, followerUrl: url, timestamp: uint256 },
        signers: [],
        absent: { followerAddress: "signer" },
      },
    ],
  },
  DestroyConnection: {
    purpose: "end a follow",
    variants: [
      {
        form: "baseline",
        primaryType: "DestroyConnection",
        fields: { followerAddress: address, followeeAddress: address, timestamp: uint64 },
        signers: ["followerAddress", "followeeAddress"],
      },
      {
        form: "reference",
        primaryType: "DeleteConnection",
        fields: { followeeAddress: address, followerAddress: address, timestamp: uint256 },
        signers: ["followerAddress"],
      },
    ],
  },
  NodeProfileUpdate: {
    purpose: "change the own profile at other nodes",
    variants: [
      {
        form: "baseline",
        primaryType: "NodeProfileUpdate",
        fields: { ownerAddress: address, url: ownUrl, title, description, timestamp: uint64 },
        signers: ["ownerAddress"],
      },
      {
        form: "reference",
        primaryType: "NodeProfileUpdate",
        fields: { publisherAddress: address, url: ownUrl, title, description, timestamp: uint256 },
        signers: ["publisherAddress"],
        renamed: { publisherAddress: "ownerAddress" },
      },
    ],
  },
  StatementOfSource: {
    purpose: "publish",
    variants: [
      {
        form: "both",
        primaryType: "StatementOfSource",
        fields: { contentHash: bytes32, publisherAddress: address, timestamp: uint64 },
        signers: ["publisherAddress"],
      },
      {
        form: "baseline",
        primaryType: "Publication",
        fields: { contentHash: bytes32, authorAddress: address, timestamp: uint256 },
        signers: ["authorAddress"],
        renamed: { authorAddress: "publisherAddress" },
      },
    ],
  },
  DATA: {
    purpose: "install",
    variants: [
      {
        form: "both",
        primaryType: "DATA",
        fields: {
          node: struct("Node", { avatar, address: addressText, url: ownUrl, title, description }),
          settings: struct("Settings", {
            defaultLanguage: setting,
            defaultTheme: setting,
            walletConnectProjectId: setting,
          }),
          timestamp: uint256,
        },
        signers: ["node.address"],
      },
    ],
  },
  CommentSignature: {
    purpose: "confirm a comment",
    variants: [
      {
        form: "baseline",
        primaryType: "CommentSignature",
        fields: { ...comment, timestamp: uint256 },
        signers: ["commenterAddress"],
      },
      {
        form: "reference",
        primaryType: "CommentSignature",
        fields: comment,
        signers: ["commenterAddress"],
        absent: { timestamp: null },
      },
    ],
  },
  DeleteComment: {
    purpose: "delete a comment",
    variants: [
      { form: "both", primaryType: "DeleteComment", fields: sharedDelete, signers: ["commenterAddress"] },
    ],
  },
} as const satisfies Record<string, MessageDeclaration>;

type Declared = typeof messages;
export type MessageKind = keyof Declared;

/** A message's declaration with its general type. */
export function declarationOf(kind: MessageKind): MessageDeclaration {
  return messages[kind];
}

export const messageKinds = Object.keys(messages) as MessageKind[];

type MainFields<K extends MessageKind> = Declared[K]["variants"][0]["fields"];
type AbsentIn<V, As> = V extends { absent: infer A }
  ? { [N in keyof A]: A[N] extends As ? N : never }[keyof A]
  : never;
type AbsentNames<K extends MessageKind, As> = AbsentIn<Declared[K]["variants"][number], As>;
type Or<Name, Names, Else> = Name extends Names ? Else : never;
type FieldIn<F, Name extends keyof F> = F[Name] extends Field ? ValueOf<F[Name]> : never;

/**
 * The values of each kind of message, independent of its form: addresses in EIP-55, hashes in lower case, times in Unix
 * seconds.
 */
export type Meanings = {
  [K in MessageKind]: {
    -readonly [Name in keyof MainFields<K>]:
      | FieldIn<MainFields<K>, Name>
      | Or<Name, AbsentNames<K, null>, null>;
  };
};

/** The values of a message before verification: a field known only from the signature is null. */
export type Claims = {
  [K in MessageKind]: {
    [Name in keyof Meanings[K]]: Meanings[K][Name] | Or<Name, AbsentNames<K, "signer">, null>;
  };
};

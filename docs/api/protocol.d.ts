/** Hexadecimal text with the prefix `0x`. */
type Hex = `0x${string}`;
/** Bytes as lower-case hexadecimal text. */
export declare function toHex(bytes: Uint8Array): Hex;
/**
 * Hexadecimal text, of either case, as bytes.
 *
 * @throws RangeError when the text is not `0x` and an even number of hexadecimal digits
 */
export declare function fromHex(hex: Hex): Uint8Array<ArrayBuffer>;
/** An Ethereum address; this package returns it in EIP-55 form. */
type Address = Hex;
/**
 * An address in EIP-55 form.
 *
 * @param address 20 bytes, or `0x` and 40 hexadecimal digits of any case
 * @throws RangeError when it is neither
 */
export declare function toChecksumAddress(address: Uint8Array | Hex): Address;
/** Reads an address in lower case or correct EIP-55 and returns it in EIP-55; null for other text (decisions 1). */
export declare function parseAddress(value: unknown): Address | null;
/** Whether this is an address in correct EIP-55 form (spec 4.8). */
export declare function isChecksumAddress(value: unknown): value is Address;
/** The operations on secp256k1. They accept a high `s`; callers check it before. */
interface Curve {
  /** Whether a native library does it. */
  readonly isNative: boolean;
  /** The uncompressed public key, 65 bytes, of a signature (`r` and `s`, 64 bytes); null for an invalid signature. */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | null;
  /** `r` and a low `s`, deterministic (RFC 6979), and the recovery id. */
  sign(digest: Uint8Array, privateKey: Uint8Array): {
    signature: Uint8Array;
    recovery: number;
  };
  /** The uncompressed public key of 65 bytes; null when this is no private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array | null;
}
/** Recovers the public key that signed a digest of 32 bytes. */
type Recover = Curve["recover"];
/** Signs a digest of 32 bytes: returns `r` and a low `s`, 64 bytes, and the recovery id. */
type SignDigest = (digest: Uint8Array) => ReturnType<Curve["sign"]>;
/** The public key that signed: by the native library, by WebAssembly where that is missing, or by JavaScript in a browser. */
export declare const recoverPublicKey: Recover;
/**
 * A signer of digests (RFC 6979), by the same means.
 *
 * @param privateKey 32 bytes
 * @throws RangeError when this is no private key
 */
export declare function signDigestWith(privateKey: Uint8Array): SignDigest;
/** The address of an uncompressed public key of 65 bytes. */
export declare function addressOfPublicKey(publicKey: Uint8Array): Address;
/**
 * The address of a private key of 32 bytes.
 *
 * @throws RangeError when this is no private key
 */
export declare function addressOfPrivateKey(privateKey: Uint8Array): Address;
/** @returns 32 fresh random bytes that are a private key */
export declare function createPrivateKey(): Uint8Array<ArrayBuffer>;
/** A SHA-256 content hash: `0x` and 64 lower-case hexadecimal digits (spec 2.2). */
type Hash = Hex;
/** Hashes bytes in chunks. Several hashers may run at the same time. */
interface ContentHasher {
  update(chunk: Uint8Array): void;
  /** The hash of all chunks; finishes the hasher. */
  digest(): Hash;
}
/** Keccak-256, as Ethereum uses it: 32 bytes. */
export declare function keccak256(bytes: Uint8Array): Uint8Array;
/** The content hash: SHA-256 over the exact bytes (decisions 5). */
declare function contentHash$1(bytes: Uint8Array): Hash;
/** A content hash over chunks (decisions 5). */
export declare function createContentHasher(): ContentHasher;
/** Reads a hash of either case and returns it in lower case; null for other text (spec 7). */
export declare function parseHash(text: unknown): Hash | null;
/** The files by which an archive of a node's content proves itself. */
export declare const archiveNames: {
  /** Every other file but the signature: its path, size and SHA-256, a JSON object on each line. */
  readonly manifest: "manifest.jsonl";
  /** The owner's signature over the manifest. */
  readonly signature: "signature.json";
};
/** The statement that the owner of an archive signs: the hash of its manifest, and the source of the archive. */
interface ManifestStatement {
  /** The base URL of the node. */
  readonly node: string;
  readonly address: Address;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** The number of lines of the manifest. */
  readonly files: number;
  /** The hash of the manifest's bytes. */
  readonly hash: Hash;
}
/** `signature.json` of an archive: a text as `personal_sign` of a wallet signs it (EIP-191). */
interface ManifestSignature {
  readonly address: Address;
  readonly message: string;
  readonly signature: string;
}
/** The text that the owner signs. It names its purpose in words, and no other message begins in the same way. */
export declare function formatManifestStatement(statement: ManifestStatement): string;
/** Reads a text that `formatManifestStatement` made; null for any other. */
export declare function readManifestStatement(message: string): ManifestStatement | null;
/**
 * Reads `signature.json` of an archive and checks who signed.
 *
 * @returns the signed statement; null unless it is such a statement, signed by the address that it names
 */
export declare function verifyManifestSignature(json: unknown, recover: Recover): ManifestStatement | null;
/**
 * A defect of an archive. Of a file: it was `changed`, is `missing`, was `added`, or its `proof` is not the publisher's
 * over its bytes. Of the whole: the `manifest` is missing or unreadable, or the `signature` is not the owner's over this
 * manifest.
 */
interface ArchiveFault {
  readonly kind: "changed" | "missing" | "added" | "proof" | "manifest" | "signature";
  readonly path: string;
}
/** The result for an archive. */
interface ArchiveReport {
  /** The statement that the owner signed; null for an archive without a signature, and for one with a wrong one. */
  readonly signed: ManifestStatement | null;
  /** Files that are as the manifest says. */
  readonly files: number;
  /** Signed publications whose bytes and signature match. */
  readonly proofs: number;
  readonly faults: readonly ArchiveFault[];
}
/** Takes the files of an archive one after another, in any order. */
interface ArchiveCheck {
  /**
   * @param path with slashes; a folder around everything does not matter
   * @param from where the file is. Files that file managers leave in a folder (`.DS_Store`) do not count as added; in an
   *   archive they do.
   */
  add(path: string, bytes: AsyncIterable<Uint8Array>, from?: "archive" | "folder"): Promise<void>;
  /** Adds an entry that is not a plain file, such as a link. */
  addOther(path: string): void;
  /** @throws nothing: every problem is a fault in the report */
  finish(): ArchiveReport;
}
/**
 * Checks an archive that proves itself (`freehold export`): that every file of its manifest is there and unchanged, that none
 * was added, that the owner signed the manifest, and that each publication's own proof is over its bytes. Files are hashed as
 * they come, and only the manifest, the signature and proofs are kept.
 */
export declare function createArchiveCheck({ recover }: {
  readonly recover: Recover;
}): ArchiveCheck;
/** The shape of a message field. EIP-712 type, validation and TypeScript type derive from it. */
type Field = {
  readonly shape: "address";
} |
/** An address signed as text: hashed as sent, and in EIP-55 in the meaning. */
{
  readonly shape: "address-text";
} | {
  readonly shape: "bytes32";
} |
/** An integer from 0 to 2^53-1, on the wire as a JSON integer or as decimal digits (decisions 1). */
{
  readonly shape: "uint";
  readonly bits: 64 | 256;
} |
/** The HTTPS base URL of a node. */
{
  readonly shape: "url";
} |
/** The base URL of the signer's own node: also a local one, until the node has a public address. */
{
  readonly shape: "own-url";
} |
/** Text of `min` to `max` Unicode code points. */
{
  readonly shape: "text";
  readonly min: number;
  readonly max: number;
} | {
  readonly shape: "struct";
  readonly name: string;
  readonly fields: Fields;
};
/** Fields by name; their order is part of the hash. */
interface Fields {
  readonly [name: string]: Field;
}
/** The type of a checked field. */
type ValueOf<F extends Field> = F extends {
  shape: "address" | "address-text";
} ? Address : F extends {
  shape: "bytes32";
} ? Hash : F extends {
  shape: "uint";
} ? number : F extends {
  shape: "struct";
  fields: infer Inner extends Fields;
} ? { -readonly [Name in keyof Inner]: ValueOf<Inner[Name]>; } : string;
/**
 * Reads a peer's time as ISO 8601 in UTC. A time without a zone is UTC.
 *
 * @param value ISO 8601 text, or milliseconds of the Unix epoch
 * @returns null when it is neither
 */
export declare function parseTime(value: unknown): string | null;
/** One member of a type in typed data. */
interface TypeMember {
  name: string;
  type: string;
}
/** The domain of every message (decisions 1). */
export declare const signingDomain: {
  readonly name: "epress world";
  readonly version: "1";
  readonly chainId: 1;
};
/** The form of a peer's messages: that of the specification or of the reference node (decisions, "Words"). */
type Form = "baseline" | "reference";
/** Every signed message in both forms (decisions 1). All code about messages derives from this table. */
export declare const messages: {
  readonly CreateConnection: {
    readonly purpose: "follow";
    readonly distinct: readonly ["followerAddress", "followeeAddress"];
    readonly variants: readonly [{
      readonly form: "baseline";
      readonly primaryType: "CreateConnection";
      readonly fields: {
        readonly followerAddress: {
          readonly shape: "address";
        };
        readonly followeeAddress: {
          readonly shape: "address";
        };
        readonly followeeUrl: {
          readonly shape: "url";
        };
        readonly followerUrl: {
          readonly shape: "url";
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 64;
        };
      };
      readonly signers: readonly ["followerAddress"];
    }, {
      readonly form: "reference";
      readonly primaryType: "CreateConnection";
      readonly fields: {
        readonly followeeAddress: {
          readonly shape: "address";
        };
        readonly followeeUrl: {
          readonly shape: "url";
        };
        readonly followerUrl: {
          readonly shape: "url";
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 256;
        };
      };
      readonly signers: readonly [];
      readonly absent: {
        readonly followerAddress: "signer";
      };
    }];
  };
  readonly DestroyConnection: {
    readonly purpose: "end a follow";
    readonly variants: readonly [{
      readonly form: "baseline";
      readonly primaryType: "DestroyConnection";
      readonly fields: {
        readonly followerAddress: {
          readonly shape: "address";
        };
        readonly followeeAddress: {
          readonly shape: "address";
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 64;
        };
      };
      readonly signers: readonly ["followerAddress", "followeeAddress"];
    }, {
      readonly form: "reference";
      readonly primaryType: "DeleteConnection";
      readonly fields: {
        readonly followeeAddress: {
          readonly shape: "address";
        };
        readonly followerAddress: {
          readonly shape: "address";
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 256;
        };
      };
      readonly signers: readonly ["followerAddress"];
    }];
  };
  readonly NodeProfileUpdate: {
    readonly purpose: "change the own profile at other nodes";
    readonly variants: readonly [{
      readonly form: "baseline";
      readonly primaryType: "NodeProfileUpdate";
      readonly fields: {
        readonly ownerAddress: {
          readonly shape: "address";
        };
        readonly url: {
          readonly shape: "own-url";
        };
        readonly title: {
          readonly shape: "text";
          readonly min: number;
          readonly max: number;
        };
        readonly description: {
          readonly shape: "text";
          readonly min: number;
          readonly max: number;
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 64;
        };
      };
      readonly signers: readonly ["ownerAddress"];
    }, {
      readonly form: "reference";
      readonly primaryType: "NodeProfileUpdate";
      readonly fields: {
        readonly publisherAddress: {
          readonly shape: "address";
        };
        readonly url: {
          readonly shape: "own-url";
        };
        readonly title: {
          readonly shape: "text";
          readonly min: number;
          readonly max: number;
        };
        readonly description: {
          readonly shape: "text";
          readonly min: number;
          readonly max: number;
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 256;
        };
      };
      readonly signers: readonly ["publisherAddress"];
      readonly renamed: {
        readonly publisherAddress: "ownerAddress";
      };
    }];
  };
  readonly StatementOfSource: {
    readonly purpose: "publish";
    readonly variants: readonly [{
      readonly form: "both";
      readonly primaryType: "StatementOfSource";
      readonly fields: {
        readonly contentHash: {
          readonly shape: "bytes32";
        };
        readonly publisherAddress: {
          readonly shape: "address";
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 64;
        };
      };
      readonly signers: readonly ["publisherAddress"];
    }, {
      readonly form: "baseline";
      readonly primaryType: "Publication";
      readonly fields: {
        readonly contentHash: {
          readonly shape: "bytes32";
        };
        readonly authorAddress: {
          readonly shape: "address";
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 256;
        };
      };
      readonly signers: readonly ["authorAddress"];
      readonly renamed: {
        readonly authorAddress: "publisherAddress";
      };
    }];
  };
  readonly DATA: {
    readonly purpose: "install";
    readonly variants: readonly [{
      readonly form: "both";
      readonly primaryType: "DATA";
      readonly fields: {
        readonly node: {
          readonly shape: "struct";
          readonly name: "Node";
          readonly fields: {
            readonly avatar: {
              readonly shape: "text";
              readonly min: number;
              readonly max: number;
            };
            readonly address: {
              readonly shape: "address-text";
            };
            readonly url: {
              readonly shape: "own-url";
            };
            readonly title: {
              readonly shape: "text";
              readonly min: number;
              readonly max: number;
            };
            readonly description: {
              readonly shape: "text";
              readonly min: number;
              readonly max: number;
            };
          };
        };
        readonly settings: {
          readonly shape: "struct";
          readonly name: "Settings";
          readonly fields: {
            readonly defaultLanguage: {
              readonly shape: "text";
              readonly min: number;
              readonly max: number;
            };
            readonly defaultTheme: {
              readonly shape: "text";
              readonly min: number;
              readonly max: number;
            };
            readonly walletConnectProjectId: {
              readonly shape: "text";
              readonly min: number;
              readonly max: number;
            };
          };
        };
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 256;
        };
      };
      readonly signers: readonly ["node.address"];
    }];
  };
  readonly CommentSignature: {
    readonly purpose: "confirm a comment";
    readonly variants: readonly [{
      readonly form: "baseline";
      readonly primaryType: "CommentSignature";
      readonly fields: {
        readonly timestamp: {
          readonly shape: "uint";
          readonly bits: 256;
        };
        readonly nodeAddress: {
          readonly shape: "address";
        };
        readonly commenterAddress: {
          readonly shape: "address";
        };
        readonly publicationId: {
          readonly shape: "uint";
          readonly bits: 256;
        };
        readonly commentBodyHash: {
          readonly shape: "bytes32";
        };
      };
      readonly signers: readonly ["commenterAddress"];
    }, {
      readonly form: "reference";
      readonly primaryType: "CommentSignature";
      readonly fields: {
        readonly nodeAddress: {
          readonly shape: "address";
        };
        readonly commenterAddress: {
          readonly shape: "address";
        };
        readonly publicationId: {
          readonly shape: "uint";
          readonly bits: 256;
        };
        readonly commentBodyHash: {
          readonly shape: "bytes32";
        };
      };
      readonly signers: readonly ["commenterAddress"];
      readonly absent: {
        readonly timestamp: null;
      };
    }];
  };
  readonly DeleteComment: {
    readonly purpose: "delete a comment";
    readonly variants: readonly [{
      readonly form: "both";
      readonly primaryType: "DeleteComment";
      readonly fields: {
        readonly nodeAddress: {
          readonly shape: "address";
        };
        readonly commentId: {
          readonly shape: "uint";
          readonly bits: 256;
        };
        readonly commenterAddress: {
          readonly shape: "address";
        };
      };
      readonly signers: readonly ["commenterAddress"];
    }];
  };
};
type Declared = typeof messages;
type MessageKind = keyof Declared;
export declare const messageKinds: MessageKind[];
type MainFields<K extends MessageKind> = Declared[K]["variants"][0]["fields"];
type AbsentIn<V, As> = V extends {
  absent: infer A;
} ? { [N in keyof A]: A[N] extends As ? N : never; }[keyof A] : never;
type AbsentNames<K extends MessageKind, As> = AbsentIn<Declared[K]["variants"][number], As>;
type Or<Name, Names, Else> = Name extends Names ? Else : never;
type FieldIn<F, Name extends keyof F> = F[Name] extends Field ? ValueOf<F[Name]> : never;
/**
 * The values of each kind of message, independent of its form: addresses in EIP-55, hashes in lower case, times in Unix
 * seconds.
 */
type Meanings = { [K in MessageKind]: { -readonly [Name in keyof MainFields<K>]: FieldIn<MainFields<K>, Name> | Or<Name, AbsentNames<K, null>, null>; }; };
/** The values of a message before verification: a field known only from the signature is null. */
type Claims = { [K in MessageKind]: { [Name in keyof Meanings[K]]: Meanings[K][Name] | Or<Name, AbsentNames<K, "signer">, null>; }; };
/** EIP-712 typed data of a message, for a wallet (spec 2.6). */
interface TypedData {
  domain: {
    name: string;
    version: string;
    chainId: number;
  };
  types: Record<string, TypeMember[]>;
  primaryType: string;
  message: Record<string, unknown>;
}
/** Typed data with its signature: the body of every signed request (spec 2.6). */
interface Envelope {
  typedData: TypedData;
  signature: Hex;
}
/**
 * The typed data of a message for a wallet, with `types.EIP712Domain` (decisions 1).
 *
 * @param form has no effect on messages that are identical in both forms
 */
export declare function typedDataFor<K extends MessageKind>(kind: K, meaning: Meanings[K], form?: Form): TypedData;
/** A node's profile in baseline form (spec 2.1). */
interface NodeProfile {
  address: Address;
  /** HTTPS base URL of the node. */
  url: string;
  title: string;
  /** Null when unset: never absent, never empty. */
  description: string | null;
  ewpVersion: "1";
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}
/** `POST` is UTF-8 Markdown, `FILE` is bytes (decisions 5). */
export declare const contentKinds: readonly ["POST", "FILE"];
type ContentKind = (typeof contentKinds)[number];
/** A signed publication in the index (spec 2.2). */
interface PublicationEntry {
  contentHash: Hash;
  publisherAddress: Address;
  signature: Hex;
  /** Unix seconds. */
  timestamp: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  contentKind: ContentKind;
  slug: string | null;
}
/** The position of a page (spec 2.3). */
interface Pagination {
  /** From 1. */
  page: number;
  limit: number;
  total: number;
  /** 0 for an empty index. */
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}
/** A page of the node's own index (spec 4.3), for either form: the reference form has counts of comments. */
interface IndexPage {
  data: (PublicationEntry & {
    commentCount: number;
  })[];
  pagination: Pagination;
}
/** Unix seconds as ISO 8601 in UTC, ending in `.000Z` (decisions 4). */
export declare function isoSeconds(seconds: number): string;
/** A peer's profile, from either form. */
interface ParsedProfile {
  address: Address;
  /** The URL according to the node, unverified. */
  url: string;
  title: string;
  description: string | null;
  /** The form of the peer (decisions 6). */
  form: Form;
  /** ISO 8601, UTC. */
  createdAt: string | null;
  /** ISO 8601, UTC. */
  updatedAt: string | null;
}
/**
 * Reads the reply to `GET /ewp/profile` (spec 4.1, 4.11). Cuts long texts, so that a long title does not make a node
 * unreachable.
 *
 * @param json of any shape
 * @returns null without a valid address and URL
 */
export declare function parseProfile(json: unknown): ParsedProfile | null;
/** A peer's entry; the reference form has no kind of content. */
interface IndexEntry extends Omit<PublicationEntry, "contentKind"> {
  contentKind: ContentKind | null;
}
/** An entry of a peer's index with an unverified signature, or the fault of a malformed one. */
type IndexItem = {
  ok: true;
  entry: IndexEntry;
} | {
  ok: false;
  problem: string;
};
interface ParsedPublicationsPage {
  items: IndexItem[];
  pagination: Pagination;
}
/**
 * Reads the reply to `GET /ewp/publications` (spec 4.3, 4.11). A malformed entry does not affect the others.
 *
 * @param json of any shape
 * @returns null when it is not a page
 */
export declare function parsePublicationsPage(json: unknown): ParsedPublicationsPage | null;
/**
 * Every error of the protocol with its HTTP status and meaning (spec 7; decisions 2 for the last ones, which the
 * specification leaves open). The sentence is ASCII and safe to publish.
 */
export declare const errors: {
  readonly INVALID_PAYLOAD: {
    readonly status: 400;
    readonly sentence: "Fields are missing or malformed.";
  };
  readonly INVALID_SIGNATURE: {
    readonly status: 400;
    readonly sentence: "The signature does not belong to this message and its signer.";
  };
  readonly INVALID_TIMESTAMP: {
    readonly status: 400;
    readonly sentence: "The timestamp is malformed or outside the one-hour window.";
  };
  readonly INVALID_URL_FORMAT: {
    readonly status: 400;
    readonly sentence: "A URL is not a valid HTTPS URL of a node.";
  };
  readonly INVALID_LIMIT: {
    readonly status: 400;
    readonly sentence: "The limit is not an integer from 1 to 1000.";
  };
  readonly INVALID_PAGE: {
    readonly status: 400;
    readonly sentence: "The page is not an integer of at least 1.";
  };
  readonly INVALID_SINCE: {
    readonly status: 400;
    readonly sentence: "The parameter since is not an integer of Unix seconds.";
  };
  readonly INVALID_SINCE_FORMAT: {
    readonly status: 400;
    readonly sentence: "The parameter since is not an ISO 8601 time.";
  };
  readonly INVALID_HASH_FORMAT: {
    readonly status: 400;
    readonly sentence: "The content hash is not 0x and 64 hexadecimal digits.";
  };
  readonly INVALID_THUMBNAIL_SIZE: {
    readonly status: 400;
    readonly sentence: "The thumbnail size is not one of sm, md, lg.";
  };
  readonly INVALID_ADDRESS: {
    readonly status: 400;
    readonly sentence: "The address in the path is not a valid EIP-55 address.";
  };
  readonly ADDRESS_MISMATCH: {
    readonly status: 400;
    readonly sentence: "The address in the path is not the one in the message.";
  };
  readonly URL_VERIFICATION_FAILED: {
    readonly status: 400;
    readonly sentence: "The profile at the new URL does not have this address.";
  };
  readonly CONTENT_HASH_MISMATCH: {
    readonly status: 400;
    readonly sentence: "The content does not match its hash.";
  };
  readonly CONTENT_DESCRIPTION_MISSING: {
    readonly status: 400;
    readonly sentence: "The content lacks its description.";
  };
  readonly FOLLOWEE_IDENTITY_MISMATCH: {
    readonly status: 401;
    readonly sentence: "The profile at followeeUrl does not match followeeAddress.";
  };
  readonly FOLLOWER_IDENTITY_MISMATCH: {
    readonly status: 401;
    readonly sentence: "The profile at followerUrl does not match followerAddress.";
  };
  readonly NOT_FOLLOWING: {
    readonly status: 401;
    readonly sentence: "This node does not follow the publisher.";
  };
  readonly AVATAR_NOT_SET: {
    readonly status: 404;
    readonly sentence: "This node has no avatar.";
  };
  readonly CONTENT_NOT_FOUND: {
    readonly status: 404;
    readonly sentence: "There is no content with this hash.";
  };
  readonly PUBLICATION_NOT_FOUND: {
    readonly status: 404;
    readonly sentence: "There is no publication with this hash.";
  };
  readonly NODE_NOT_FOUND: {
    readonly status: 404;
    readonly sentence: "There is no installed node here.";
  };
  readonly CONNECTION_NOT_FOUND: {
    readonly status: 404;
    readonly sentence: "There is no such connection.";
  };
  readonly CONNECTION_ALREADY_EXISTS: {
    readonly status: 409;
    readonly sentence: "The connection exists already.";
  };
  readonly STALE_REQUEST: {
    readonly status: 409;
    readonly sentence: "The connection has changed since this message was signed, or it is not taken.";
  };
  readonly REPLICATION_ALREADY_EXISTS: {
    readonly status: 409;
    readonly sentence: "This publication is stored already.";
  };
  readonly INTERNAL_ERROR: {
    readonly status: 500;
    readonly sentence: "The node failed.";
  };
  readonly NOT_INSTALLED: {
    readonly status: 503;
    readonly sentence: "The node is not installed yet.";
  };
  readonly NOT_FOUND: {
    readonly status: 404;
    readonly sentence: "The protocol has no such path.";
  };
  readonly METHOD_NOT_ALLOWED: {
    readonly status: 405;
    readonly sentence: "This path does not take this method.";
  };
  readonly PAYLOAD_TOO_LARGE: {
    readonly status: 413;
    readonly sentence: "The body is too large.";
  };
  readonly RATE_LIMITED: {
    readonly status: 429;
    readonly sentence: "Too many requests.";
  };
  readonly OVERLOADED: {
    readonly status: 503;
    readonly sentence: "This node has too much to do. Try again later.";
  };
};
type EwpErrorCode = keyof typeof errors;
/**
 * An error of the protocol. `detail` is an ASCII sentence that is safe to publish. It has no stack: it is an answer to a peer,
 * and anybody can ask for thousands a second.
 */
export declare class EwpError extends Error {
  readonly name = "EwpError";
  readonly code: EwpErrorCode;
  /** HTTP status. */
  readonly status: number;
  readonly detail: string;
  /** @param detail a sentence without private data or text of a peer; by default the table's */
  constructor(code: EwpErrorCode, detail?: string);
}
export declare function isEwpErrorCode(text: unknown): text is EwpErrorCode;
/** The heights of thumbnails (spec 4.4). */
export declare const thumbnailSizes: readonly ["sm", "md", "lg"];
type ThumbnailSize = (typeof thumbnailSizes)[number];
interface IndexQuery {
  /** Unix seconds: only strictly newer entries. */
  since: number | null;
  /** 1 to 1000. */
  limit: number;
  /** From 1. */
  page: number;
}
interface ContentQuery {
  contentHash: Hash;
  /** Unix seconds of the publication. */
  timestamp: number | null;
  thumb: ThumbnailSize | null;
}
/** The syntax of `since` in a form of the protocol. */
interface SinceFormat {
  /** Unix seconds: only strictly newer entries. Negative: all. Null for another syntax. */
  read(value: unknown): number | null;
  error: EwpErrorCode;
}
/**
 * Reads the query of `GET /ewp/publications` (spec 4.3, decisions 5).
 *
 * @param query parameters by name; a repeated one is an array
 * @param format the syntax of `since`; Unix seconds by default
 * @throws EwpError INVALID_LIMIT, INVALID_PAGE, INVALID_SINCE (or the format's error), in this order
 */
export declare function parseIndexQuery(query: Readonly<Record<string, unknown>>, format?: SinceFormat): IndexQuery;
/**
 * Reads path and query of `GET /ewp/contents/:contentHash` (spec 4.4, decisions 5).
 *
 * @throws EwpError INVALID_HASH_FORMAT, INVALID_TIMESTAMP, INVALID_THUMBNAIL_SIZE, in this order
 */
export declare function parseContentQuery(query: Readonly<Record<string, unknown>>): ContentQuery;
/** The headers of content (spec 4.4, decisions 5); null for missing or malformed ones. */
interface ContentHeaders {
  /** In lower case without parameters; `application/octet-stream` by default. */
  mediaType: string;
  filename: string | null;
  /** The caption of a file. */
  description: string | null;
  /** The content's page on its publisher's site: an absolute HTTP URL. */
  canonical: string | null;
  /** Bytes. */
  length: number | null;
}
/**
 * The header `Retry-After` (RFC 9110, 10.2.3) as milliseconds from now.
 *
 * @param value seconds, or an HTTP date
 * @param now milliseconds of the Unix epoch
 * @returns null without a valid value; never negative
 */
export declare function parseRetryAfter(value: string | undefined, now: number): number | null;
/** One call to another node. */
interface PeerRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The maximum size of the reply's body, in bytes. */
  maxBytes: number;
  /** The time limit up to the last byte of the reply's body, in milliseconds. */
  deadlineMs: number;
  signal?: AbortSignal;
}
/** The reply of a node. Read its body, or end it with its iterator's `return`. */
interface PeerResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}
/**
 * Sends a call to a node. Enforces deadline and size limit, and follows up to three redirects, only to HTTPS. Throws
 * PeerError, also while the body is read.
 */
type Transport = (request: PeerRequest) => Promise<PeerResponse>;
/**
 * A transport over the global `fetch`. In a browser it follows no redirects: `fetch` does not reveal their targets there.
 */
export declare const fetchTransport: Transport;
interface EwpClientOptions {
  /** Base URL of the node. */
  url: string;
  transport?: Transport;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** The form of the node; baseline by default. */
  form?: Form;
  /** Aborts every call. */
  signal?: AbortSignal;
}
interface CallOptions {
  signal?: AbortSignal | undefined;
}
interface NotifyOptions extends CallOptions {
  /** The publisher's `updatedAt`, ISO 8601 (spec 4.7). */
  nodeUpdated?: string;
}
/** Streamed content. Read its body, or end it with its iterator's `return`. */
interface PeerContent extends ContentHeaders {
  /** Throws PeerError; after wrong bytes, `bad-reply` with the code CONTENT_HASH_MISMATCH at its end. */
  body: AsyncIterable<Uint8Array>;
}
/** The position of a walk between two pages. A later walk can resume from it. */
interface IndexPosition {
  /** The page to read next, from 1. */
  readonly page: number;
  /** The number of complete walks. */
  readonly walks: number;
  /** The number of entries according to the last page. */
  readonly total: number;
  /** Whether that number fell during the walk, which makes another walk necessary. */
  readonly shrank: boolean;
}
interface IndexStep {
  /** The entries that are new in this walk. */
  readonly items: readonly IndexItem[];
  /** The next position; null at the end. */
  readonly next: IndexPosition | null;
}
/**
 * A client of one node of any implementation (spec 4). Every call throws PeerError: `refused` with status and code for
 * an error reply, `bad-reply` for an invalid one, or the error of the transport.
 */
export declare class EwpClient {
  #private;
  readonly url: string;
  /** @throws PeerError bad-reply when the URL is not the base URL of a node */
  constructor({ url, transport, userAgent, form, signal }: EwpClientOptions);
  /** The node's profile (spec 4.1). */
  profile(signal?: AbortSignal): Promise<ParsedProfile>;
  /**
   * The node's avatar (spec 4.2), with its format unchecked.
   *
   * @param maxBytes a larger one is `too-large`
   * @returns null when the node has none
   */
  avatar({ maxBytes, signal }: CallOptions & {
    maxBytes: number;
  }): Promise<Uint8Array | null>;
  /**
   * One page of the index (spec 4.3), its signatures unchecked.
   *
   * @param options.since Unix seconds: only strictly newer entries
   * @param options.limit capped at the page size that a node of the reference form itself requests
   */
  publicationsPage({ since, limit, page, signal }?: CallOptions & {
    since?: number | null;
    limit?: number;
    page?: number;
  }): Promise<ParsedPublicationsPage>;
  /** The index, oldest entry first. Pages are fetched as the caller reads. Signatures are unchecked. */
  publications({ since, pageSize, signal }?: CallOptions & {
    since?: number | null;
    pageSize?: number;
  }): AsyncGenerator<IndexItem>;
  /** The index by pages. A walk can stop after any page and resume later. */
  publicationPages({ pageSize, from, signal }?: CallOptions & {
    pageSize?: number;
    from?: IndexPosition | undefined;
  }): AsyncGenerator<IndexStep>;
  /**
   * Content by its hash (spec 4.4). The hash does not cover the bytes of a thumbnail: those are unverified.
   *
   * @param options.timestamp Unix seconds of the publication
   * @param options.maxBytes 100 MiB by default
   */
  content(hash: Hash, { timestamp, thumb, maxBytes, signal }?: CallOptions & {
    timestamp?: number | null;
    thumb?: ThumbnailSize | null;
    maxBytes?: number;
  }): Promise<PeerContent>;
  /**
   * Sends a follow signed by the follower to the followee's node: to the endpoint, or to GraphQL for a node of the
   * reference form, which then calls the follower's node (decisions 3).
   */
  deliverFollow(envelope: Envelope, signal?: AbortSignal): Promise<void>;
  /** Sends a signed follow (spec 4.5). */
  createConnection(envelope: Envelope, signal?: AbortSignal): Promise<{
    status: number;
  }>;
  /** Sends the signed end of a follow (spec 4.6). */
  destroyConnection(envelope: Envelope, signal?: AbortSignal): Promise<{
    status: number;
  }>;
  /**
   * Announces a publication at the endpoint of the node's form: for a later pull (spec 4.7) or one at once (spec 4.9).
   *
   * @param envelope itself, or the JSON that goes to many nodes
   */
  announce(envelope: Envelope | string, { nodeUpdated, signal }?: NotifyOptions): Promise<{
    status: number;
  }>;
  /** Sends a signed profile update (spec 4.8). */
  updateNode(address: Address, envelope: Envelope, signal?: AbortSignal): Promise<{
    status: number;
  }>;
}
/** `refused`: the peer answered with an error status. `bad-reply`: its answer is invalid. */
type PeerErrorKind = "unreachable" | "timeout" | "too-large" | "bad-reply" | "refused";
/** A failed call to another node. The message is ours and contains no text of the peer. */
export declare class PeerError extends Error {
  readonly name = "PeerError";
  readonly kind: PeerErrorKind;
  /** HTTP status, if the peer answered. */
  readonly status: number | null;
  /** The protocol's error code, from the peer or for a fault in its answer. */
  readonly code: string | null;
  /** The peer's `Retry-After` in milliseconds. */
  readonly retryAfterMs: number | null;
  constructor(kind: PeerErrorKind, message: string, { cause, ...details }?: Partial<Pick<PeerError, "status" | "code" | "retryAfterMs" | "cause">>);
}
type Bytes = Uint8Array<ArrayBuffer>;
type OnProgress = (share: number) => void;
/**
 * The private key of a keystore (Web3 Secret Storage version 3; scrypt or PBKDF2).
 *
 * @param text the file's content
 * @param onProgress receives the completed share, from 0 to 1; only in browsers
 * @returns 32 bytes; the caller wipes them
 * @throws KeystoreError KEYSTORE_INVALID, KEYSTORE_TOO_HEAVY, KEYSTORE_OTHER_KEY, WRONG_PASSWORD
 */
export declare function decryptKeystore(text: string, password: string, onProgress?: OnProgress): Promise<Bytes>;
/**
 * Encrypts a private key under a password, as Web3 Secret Storage version 3 with scrypt.
 *
 * @param privateKey 32 bytes
 * @param onProgress receives the completed share, from 0 to 1; only in browsers
 * @param entropy that of the recovery words from which the key is derived; it is encrypted under the same password
 * @returns the content of the file
 */
export declare function encryptKeystore(privateKey: Uint8Array, password: string, onProgress?: OnProgress, entropy?: Uint8Array | null): Promise<string>;
/**
 * An error of a keystore or key:
 *
 * - `KEYSTORE_INVALID`: this is not Web3 Secret Storage version 3
 * - `KEYSTORE_TOO_HEAVY`: the derivation of the key exceeds the limits
 * - `KEYSTORE_OTHER_KEY`: it has another key than its address, or than the expected one
 * - `WRONG_PASSWORD`: the password is wrong, or the file is damaged
 * - `KEYSTORE_NOT_FOUND`, `KEYSTORE_EXISTS`: the file is missing, or would be overwritten
 * - `KEYSTORE_CLOSED`: the key was not unlocked, or was locked again
 * - `PRIVATE_KEY_INVALID`: these bytes are not a private key
 * - `WORDS_INVALID`: these are not recovery words
 * - `WORDS_MISSING`: the file has no recovery words, or those of another key
 */
type KeystoreErrorCode = "KEYSTORE_INVALID" | "KEYSTORE_TOO_HEAVY" | "KEYSTORE_OTHER_KEY" | "WRONG_PASSWORD" | "KEYSTORE_NOT_FOUND" | "KEYSTORE_EXISTS" | "KEYSTORE_CLOSED" | "PRIVATE_KEY_INVALID" | "WORDS_INVALID" | "WORDS_MISSING";
/** Its message is for the owner and contains no secret. */
export declare class KeystoreError extends Error {
  readonly name = "KeystoreError";
  readonly code: KeystoreErrorCode;
  constructor(code: KeystoreErrorCode, message: string, options?: ErrorOptions);
}
/** The digest that `personal_sign` of a wallet signs (EIP-191, version 0x45): 32 bytes. */
export declare function digestOfPersonalMessage(message: string): Uint8Array;
/**
 * The signer of a text with `personal_sign`. The rules for signatures are those of signed messages (decisions 1): 65 bytes,
 * `v` 0, 1, 27 or 28, a low `s`.
 *
 * @returns null for an invalid signature
 */
export declare function recoverPersonalSigner(message: string, signature: string, recover: Recover): Address | null;
interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path parameters have a colon prefix. */
  readonly path: string;
  /** The message in its body. */
  readonly message: MessageKind | null;
  /** HTTP status of success. */
  readonly success: number;
  /** Its own errors, in the order of their checks. */
  readonly errors: readonly EwpErrorCode[];
}
/** Every endpoint of the protocol, its errors in the order of decisions 2 (spec 4.1 to 4.9). */
export declare const endpoints: {
  readonly getProfile: {
    readonly method: "GET";
    readonly path: "/ewp/profile";
    readonly success: number;
    readonly message: null;
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly getAvatar: {
    readonly method: "GET";
    readonly path: "/ewp/avatar";
    readonly success: number;
    readonly message: null;
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly listPublications: {
    readonly method: "GET";
    readonly path: "/ewp/publications";
    readonly success: number;
    readonly message: null;
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly getContent: {
    readonly method: "GET";
    readonly path: "/ewp/contents/:contentHash";
    readonly success: number;
    readonly message: null;
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly createConnection: {
    readonly method: "POST";
    readonly path: "/ewp/connections";
    readonly success: number;
    readonly message: "CreateConnection";
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly destroyConnection: {
    readonly method: "DELETE";
    readonly path: "/ewp/connections";
    readonly success: number;
    readonly message: "DestroyConnection";
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly publish: {
    readonly method: "POST";
    readonly path: "/ewp/publications";
    readonly success: number;
    readonly message: "StatementOfSource";
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly replicate: {
    readonly method: "POST";
    readonly path: "/ewp/replications";
    readonly success: number;
    readonly message: "StatementOfSource";
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
  readonly updateNode: {
    readonly method: "PATCH";
    readonly path: "/ewp/nodes/:address";
    readonly success: number;
    readonly message: "NodeProfileUpdate";
    readonly errors: readonly ("INVALID_PAYLOAD" | "INVALID_SIGNATURE" | "INVALID_TIMESTAMP" | "INVALID_URL_FORMAT" | "INVALID_LIMIT" | "INVALID_PAGE" | "INVALID_SINCE" | "INVALID_SINCE_FORMAT" | "INVALID_HASH_FORMAT" | "INVALID_THUMBNAIL_SIZE" | "INVALID_ADDRESS" | "ADDRESS_MISMATCH" | "URL_VERIFICATION_FAILED" | "CONTENT_HASH_MISMATCH" | "CONTENT_DESCRIPTION_MISSING" | "FOLLOWEE_IDENTITY_MISMATCH" | "FOLLOWER_IDENTITY_MISMATCH" | "NOT_FOLLOWING" | "AVATAR_NOT_SET" | "CONTENT_NOT_FOUND" | "PUBLICATION_NOT_FOUND" | "NODE_NOT_FOUND" | "CONNECTION_NOT_FOUND" | "CONNECTION_ALREADY_EXISTS" | "STALE_REQUEST" | "REPLICATION_ALREADY_EXISTS" | "INTERNAL_ERROR" | "NOT_INSTALLED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "OVERLOADED")[];
  };
};
type EndpointName = keyof typeof endpoints;
/** Errors of every endpoint, checked before its own (decisions 2). */
export declare const commonErrors: readonly ["RATE_LIMITED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "PAYLOAD_TOO_LARGE", "OVERLOADED"];
declare const parsedBrand: unique symbol;
/** A well-formed envelope with an unverified signature. Only `parseEnvelope` makes one. */
interface Parsed<K extends MessageKind> {
  readonly [parsedBrand]: true;
  readonly kind: K;
  readonly form: Form;
  /** Unverified values. */
  readonly claims: Claims[K];
  /** The signed type, with the sender's order and widths. */
  readonly encodeType: string;
  /** The signed digest: 32 bytes. */
  readonly digest: Uint8Array;
  /** As it was sent. */
  readonly signature: Hex;
  /** The envelope, rebuilt from the known fields only. */
  readonly envelope: Envelope;
  /** Whether the domain is the protocol's. */
  readonly ownDomain: boolean;
  /** The addresses that may sign it. */
  readonly signers: readonly Address[];
  /** The claim known only from the signature. */
  readonly signerField: keyof Claims[K] | null;
}
/**
 * Reads the body of a signed request (spec 2.6, decisions 1). Types come from the table of messages, never from the
 * sender.
 *
 * @param kind the message of the endpoint
 * @param body JSON of any shape
 * @throws EwpError INVALID_PAYLOAD, INVALID_URL_FORMAT or INVALID_TIMESTAMP, in this order; the last two are
 *   INVALID_PAYLOAD for messages whose endpoint does not list them
 */
export declare function parseEnvelope<K extends MessageKind>(kind: K, body: unknown): Parsed<K>;
/**
 * Whether this address may sign a message with this meaning in this form (spec 5, decisions 1). The forms differ: in
 * baseline either side signs the end of a follow, in the reference form only the follower does.
 */
export declare function maySign<K extends MessageKind>(kind: K, meaning: Meanings[K], { signer, form }: {
  signer: Address;
  form: Form;
}): boolean;
/**
 * The digest of a message of the protocol, with the order and widths of its types: 32 bytes.
 *
 * @throws EwpError INVALID_PAYLOAD for other typed data, or the code of a malformed URL or timestamp
 */
export declare function digestOf(typedData: TypedData): Uint8Array;
/**
 * Signs a message.
 *
 * @param signDigest signs a digest of 32 bytes: `r` and a low `s`, 64 bytes
 * @throws EwpError for a malformed meaning, which every peer would refuse
 */
export declare function signEnvelope<K extends MessageKind>(kind: K, meaning: Meanings[K], signDigest: SignDigest, form?: Form): Envelope;
declare const verifiedBrand: unique symbol;
/** A message with a verified signature. Only `verifyEnvelope` makes one. */
interface Verified<K extends MessageKind> {
  readonly [verifiedBrand]: true;
  readonly kind: K;
  readonly form: Form;
  readonly meaning: Meanings[K];
  readonly signer: Address;
  /** The signed type, with the signer's order and widths. */
  readonly encodeType: string;
  /** 65 bytes in lower-case hex, the last one 27 or 28. */
  readonly signature: Hex;
  /** The envelope for other nodes, with signed values only. */
  readonly envelope: Envelope;
}
/** The maximum difference between a signed time and the clock, in seconds (spec 5). */
export declare const timestampWindowSeconds: number;
/**
 * Checks who signed an envelope, and when (spec 5).
 *
 * @param options.now milliseconds of the Unix epoch; if given, the signed time must be within an hour of it, in whole
 *   seconds
 * @throws EwpError INVALID_SIGNATURE (also for another domain), INVALID_PAYLOAD if a signer known only from the signature
 *   is also the other party, INVALID_TIMESTAMP
 */
export declare function verifyEnvelope<K extends MessageKind>(parsed: Parsed<K>, { recover, now }: {
  recover: Recover;
  now?: number;
}): Verified<K>;
/**
 * The JSON Schema (2020-12) of the signed envelope of a message, in all its forms. JSON Schema can't express EIP-55,
 * URLs, the order of types and the signature: `parseEnvelope` checks those.
 */
export declare function envelopeSchema(kind: MessageKind): object;
/** The signed values of an index entry, and the signature. */
interface ProofEntry {
  contentHash: Hash;
  publisherAddress: Address;
  /** Unix seconds. */
  timestamp: number;
  signature: string;
}
/**
 * Checks that the publisher signed the hash and time of an index entry (spec 2.2), with any of the types of a
 * publication.
 *
 * @returns the signed type and the normalised signature; null when the publisher did not sign it
 */
export declare function verifyProof(entry: ProofEntry, recover: Recover): {
  encodeType: string;
  signature: Hex;
} | null;
/**
 * Rebuilds the signed envelope of a stored proof (spec 4.7).
 *
 * @param entry.encodeType from `verifyProof` or `verifyEnvelope`
 * @throws RangeError when it is not a type of a publication
 */
export declare function proofEnvelope(entry: ProofEntry & {
  encodeType: string;
}): Envelope;
/** The reason why a text is not a proof: the wrong field, or `nothing` if it is not like a proof at all. */
type ProofProblem = "nothing" | "unsigned" | "contentHash" | "publisherAddress" | "timestamp" | "signature" | "typedData";
/** A proof as it was given, its signature unchecked. */
interface GivenProof extends ProofEntry {
  /** An entry of an index in one of the two forms, or a signed message. */
  readonly source: Form | "message";
  /** The signed type, if the publisher signed exactly this; else null. */
  signedType(recover: Recover): string | null;
}
type ProofReading = {
  ok: true;
  proof: GivenProof;
} | {
  ok: false;
  problem: ProofProblem;
};
/**
 * Reads the proofs in a JSON value: an entry of an index in either form (specification 2.2, decisions 6), a signed
 * message (2.6), an array or a page of them, or an object with one of them as `proof`.
 *
 * @param json of any shape
 */
export declare function readProofs(json: unknown): ProofReading[];
/** `unknown` when it can't be checked. */
type StepState = "good" | "bad" | "unknown";
/** The steps in their order: the bytes have the hash, the message is one of the protocol, its signer, its time. */
type StepName = "bytes" | "message" | "signer" | "time";
interface ProofCheck {
  /** `incomplete`: nothing is wrong, but not everything could be checked. */
  readonly verdict: "valid" | "invalid" | "incomplete";
  readonly proof: GivenProof;
  /** The signed type; null when the publisher did not sign this. */
  readonly signedType: string | null;
  readonly steps: readonly {
    readonly name: StepName;
    readonly state: StepState;
  }[];
}
/**
 * Checks a post with its proof only (specification 2.2, 5); of several proofs, the one over these bytes.
 *
 * @param hashes the possible hashes of the bytes; null without bytes
 * @param options.now milliseconds of the Unix epoch
 * @returns null where no proof could be read
 */
export declare function checkProofs(proofs: readonly ProofReading[], hashes: {
  has(hash: Hash): boolean;
} | null, { recover, now }: {
  recover: Recover;
  now: number;
}): ProofCheck | null;
/** One wrong step makes it invalid, one open step makes it incomplete. */
export declare function verdictOf(steps: readonly {
  readonly state: StepState;
}[]): ProofCheck["verdict"];
/** A post as somebody pasted it. */
interface PastedPost {
  /** Null where there is a proof alone. */
  readonly text: string | null;
  /** Empty where there is a text alone. */
  readonly proofs: readonly ProofReading[];
}
/**
 * Takes a pasted post apart: the JSON of a proof, with or without the text in it, or a Markdown text with a proof behind
 * it, bare, between fences, or in a comment as `formatPostWithProof` writes it. Anything else is a text without a proof.
 */
export declare function readPastedPost(pasted: string): PastedPost;
/** A post with its proof behind it, in a comment that Markdown does not show. `readPastedPost` reads it. */
export declare function formatPostWithProof(text: string, { contentHash, publisherAddress, timestamp, signature }: ProofEntry): string;
/** The change that makes a pasted text the signed one. */
type TextChange = "none" | "end" | "lines";
/**
 * The hashes that a pasted text may have had: forms and editors change the ends of lines and the end of a text, and a
 * post has no byte-order mark (decisions 9).
 */
export declare function hashesOfText(text: string): ReadonlyMap<Hash, TextChange>;
/**
 * Changes a Markdown text outside of code: of fenced blocks, and of spans between backticks.
 *
 * @param change gets the parts between code
 * @param options.skipsIndented also leaves indented blocks alone, which are code outside of lists and footnotes
 */
export declare function mapProse(markdown: string, change: (prose: string) => string, { skipsIndented }?: {
  skipsIndented?: boolean;
}): string;
/**
 * Writes the address of this node before the paths of contents that a Markdown text refers to, so that nodes which show texts as they
 * are find them. Code keeps its bytes. Without an address that others reach, the text stays as it is.
 *
 * @param nodeUrl the address of the node that has the contents
 */
export declare function completeAddresses(markdown: string, nodeUrl: string): string;
/** A peer's index entry under our names, with unchecked values of any type. */
type RawEntry = Readonly<Partial<Record<keyof PublicationEntry, unknown>>>;
/**
 * The differences between the forms on the wire, except messages. Code that reads, requests or answers uses this table
 * and never compares the name of a form.
 */
interface WireForm {
  readonly form: Form;
  /** Whether a profile is in this form. */
  isProfile(json: Readonly<Record<string, unknown>>): boolean;
  /** Whether an index entry is in this form. */
  isEntry(json: Readonly<Record<string, unknown>>): boolean;
  readEntry(json: Readonly<Record<string, unknown>>): RawEntry;
  readTimes(json: Readonly<Record<string, unknown>>): {
    createdAt?: unknown;
    updatedAt?: unknown;
  };
  readonly hasPreviousPage: string;
  /** The parameter `since` for entries strictly newer than these Unix seconds, or for all; null: no parameter. */
  sinceParameter(seconds: number | null): string | null;
  /** The maximum number of entries in a request for a page. */
  readonly maxPageSize: number;
  /** The endpoint at which a publisher announces a publication. */
  readonly announceAt: Pick<Endpoint, "method" | "path">;
  /** Headers of a notification with the publisher's `updatedAt`. */
  readonly nodeUpdatedHeaders: readonly string[];
  /** How a follower sends its follow. */
  readonly followBy: "endpoint" | "graphql";
  /** @throws EwpError INVALID_LIMIT, INVALID_PAGE, then this form's error for `since` */
  parseIndexQuery(query: Readonly<Record<string, unknown>>): IndexQuery;
  /** The body of `GET /ewp/publications`. */
  writePage(page: IndexPage): object;
  /** The body of `GET /ewp/profile`. */
  writeProfile(profile: NodeProfile): object;
  /** `Content-Type` of Markdown. */
  readonly markdownType: string;
  /** `Content-Type` of a file, by its media type without parameters. */
  fileType(mediaType: string): string;
}
/** The names of the header that says when the publisher's profile changed, in lower case (decisions 4). */
export declare const nodeUpdatedHeaders: readonly ["x-epress-node-updated", "x-epress-profile-updated", "x-service-node-updated"];
/** The parts of a request that identify the client's form. */
interface Asker {
  /** The header `User-Agent`. */
  userAgent: string | undefined;
  /** The raw parameter `since`. */
  since?: unknown;
}
/**
 * The form of the reply to a read (decisions 6). A reference peer is recognised by its agent or by a `since` in ISO form.
 * For the profile its agent is ambiguous: the reply is then the baseline one with added fields.
 */
export declare function recogniseForm(read: "getProfile" | "listPublications" | "getContent", { userAgent, since }: Asker): WireForm;
/**
 * The base URL of a node: `https:`, without credentials, query or fragment, white space or backslash, and at most
 * 2048 characters (spec 1, decisions 8). Null for everything else.
 */
export declare function parseNodeUrl(text: unknown): URL | null;
/** An endpoint's URL: `https://a/x/` and `/ewp/profile` make `https://a/x/ewp/profile`. */
export declare function joinNodeUrl(base: string, path: string): string;
/** Whether two base URLs are of the same node, ignoring a trailing slash, the default port and the host's case. */
export declare function sameNodeUrl(a: string, b: string): boolean;
/**
 * The address of contents in a text: by hash, so that every node with a copy recognises it (specification 4.4), and whole where
 * others reach the node, so that nodes which show texts as they are find it.
 *
 * @param nodeUrl the address of the node that has them
 */
export declare function addressOfContents(nodeUrl: string, contentHash: string): string;
/**
 * A text that is a new version of an earlier one says so in its last line, by a Markdown link with the earlier content's
 * hash in its title. Nodes that know nothing of it show a link.
 */
interface VersionLink {
  /** The words of the link, such as "Replaces the version of 3 May 2026". */
  readonly text: string;
  /** The address of the earlier version's page. */
  readonly href: string;
  /** The hash of the earlier version's content. */
  readonly contentHash: Hash;
}
/** Characters; in UTF-8, they have up to four times as many bytes. */
export declare const versionLinkReach = 2000;
/** The hash of the content that a Markdown text replaces, by its last line; null for none. */
export declare function readVersionLink(markdown: string): Hash | null;
/** The text without that line; unchanged without such a line. */
export declare function withoutVersionLink(markdown: string): string;
/** The last line of a text that replaces another one. @param link the address has no blanks and brackets */
export declare function formatVersionLink({ text, href, contentHash }: VersionLink): string;
export { type Address, type ArchiveCheck, type ArchiveFault, type ArchiveReport, type Asker, type Claims, type ContentHasher, type ContentHeaders, type ContentKind, type ContentQuery, type Endpoint, type EndpointName, type Envelope, type EwpClientOptions, type EwpErrorCode, type Form, type GivenProof, type Hash, type Hex, type IndexEntry, type IndexItem, type IndexPage, type IndexPosition, type IndexQuery, type KeystoreErrorCode, type ManifestSignature, type ManifestStatement, type Meanings, type MessageKind, type NodeProfile, type NotifyOptions, type Pagination, type Parsed, type ParsedProfile, type ParsedPublicationsPage, type PastedPost, type PeerContent, type PeerErrorKind, type PeerRequest, type PeerResponse, type ProofCheck, type ProofEntry, type ProofProblem, type ProofReading, type PublicationEntry, type Recover, type SignDigest, type StepName, type StepState, type TextChange, type ThumbnailSize, type Transport, type TypeMember, type TypedData, type Verified, type WireForm, contentHash$1 as contentHash };
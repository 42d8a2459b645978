import {
  type Address,
  type ContentQuery,
  type EwpErrorCode,
  type Form,
  type IndexQuery,
  type MessageKind,
  type ParsedProfile,
  parseContentQuery,
  parseEnvelope,
  parseIndexQuery,
  recoverPublicKey,
  sameNodeUrl,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import { chooseRange } from "./choose-range.ts";
import type { OwnPublication } from "./contents.ts";
import type { Answer, Asked } from "./http.ts";
import type { State } from "./state.ts";

export type Side = "follower" | "followee";

/**
 * The behaviour of a right node. A wrong node replaces one of these properties.
 */
export const rightBehaviour = {
  /** Milliseconds of the Unix epoch. */
  clock: (): number => Date.now(),
  forms: ["baseline", "reference"] as readonly Form[],
  /** Answers before the node does, or changes its answer. */
  instead: (_asked: Asked, _state: State): Answer | null => null,
  changeAnswer: (answer: Answer, _asked: Asked, _state: State): Answer => answer,
  maxBodyBytes: 64 * 1024,
  takesType: (type: string): boolean => /^application\/json\s*(;\s*charset="?utf-8"?)?$/i.test(type.trim()),
  bodyFits: (json: unknown): boolean => typeof json === "object" && json !== null && !Array.isArray(json),

  parseIndexQuery: (query: Record<string, unknown>): IndexQuery => parseIndexQuery(query),
  isNewer: (timestamp: number, since: number): boolean => timestamp > since,
  arrange: (publications: readonly OwnPublication[]): readonly OwnPublication[] => publications,
  offset: (page: number, limit: number): number => (page - 1) * limit,

  parseContentQuery: (query: Record<string, unknown>): ContentQuery => parseContentQuery(query),
  isAt: (publication: OwnPublication, timestamp: number): boolean => publication.timestamp === timestamp,
  bytesOf: (publication: OwnPublication): Buffer => publication.bytes,
  thumbOf: (publication: OwnPublication, height: number): Buffer | null =>
    publication.smaller.get(height) ?? null,
  chooseRange: (header: string | undefined, size: number) => chooseRange(header, size),
  isUnchanged: (known: string | undefined, etag: string): boolean =>
    (known ?? "").split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag),
  takesRange: (ifRange: string | undefined, etag: string): boolean =>
    ifRange === undefined || ifRange === etag,
  servesReplicas: false,

  parse: parseEnvelope as <K extends MessageKind>(
    kind: K,
    body: unknown,
  ) => ReturnType<typeof parseEnvelope<K>>,
  verify<K extends MessageKind>(
    parsed: ReturnType<typeof parseEnvelope<K>>,
    options: { now?: number },
  ): Verified<K> {
    return verifyEnvelope(parsed, { recover: recoverPublicKey, ...options });
  },

  concernsNode: (pair: readonly Address[], own: Address): boolean => pair.includes(own),
  ownUrlFits: (url: string, own: string): boolean => sameNodeUrl(url, own),
  verifiesProfile: (_side: Side): boolean => true,
  maxProfileBytes: 256 * 1024,
  profileStatusFits: (status: number): boolean => status === 200,
  profileFits: (profile: ParsedProfile | null, address: Address): boolean => profile?.address === address,
  sameFollowIsRefused: true,
  verifiesBeforeExisting: false,
  isOldFollow: (timestamp: number, ended: number): boolean => timestamp < ended,
  storesRefused: false,

  /** What the node forwards to the follower's node, and the statuses after which it stores the follow. */
  concernsFollowee: (address: Address, own: Address): boolean => address === own,
  forwardedEnvelope: (envelope: { typedData: unknown; signature: unknown }): object | null => envelope,
  acceptsForwardStatus: (status: number): boolean => status === 201 || status === 409,
  followerReply: (follower: object): object => follower,

  isStaleEnd: (createdAt: number, timestamp: number): boolean => createdAt > timestamp,
  missingEnd: { baseline: "CONNECTION_NOT_FOUND", reference: null } as Record<Form, EwpErrorCode | null>,

  maxAheadSeconds: 3_600,
  maxBehindSeconds: Number.POSITIVE_INFINITY,
  needsFollow: true,
  signatureBeforeFollow: false,
  storedBeforeSignature: false,
  pulls: true,
  pullQuery: (timestamp: number): string => `?timestamp=${timestamp}`,
  proofKey: (proof: { publisherAddress: Address; contentHash: string; timestamp: number }): string =>
    `${proof.publisherAddress} ${proof.contentHash} ${proof.timestamp}`,
  pendingIsKnown: false,
  checksHash: true,
  isDescribed: (description: unknown): boolean => description !== undefined,
  answersBeforePull: false,
  updatedHeaders: ["x-epress-node-updated", "x-epress-profile-updated", "x-service-node-updated"],
  readsProfileAgain: (updated: number, known: number): boolean => updated > known,

  isPathAddress: (path: string, checksummed: boolean): boolean => path !== "" && checksummed,
  updatesUnknown: true,
  isNewerUpdate: (timestamp: number, known: number): boolean => timestamp > known,
  verifiesUrl: (url: string, known: string): boolean => url !== known,
  storesUrl: true,
};

export type Behaviour = typeof rightBehaviour;

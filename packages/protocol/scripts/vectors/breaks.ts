import type { Hex } from "viem";
import { alice, bob, hello, type TypedMessage, time, typed } from "./signing.ts";

/** An envelope as JSON, of which a case breaks something. */
interface Body {
  typedData: Record<"domain" | "types" | "message", Record<string, unknown>> & { primaryType: unknown };
  signature: unknown;
}

export interface EnvelopeCase {
  name: string;
  /** What the endpoint takes. */
  kind: string;
  /** What comes of it at `now`. */
  error: string | null;
  /** What is signed. */
  typed: TypedMessage;
  /** What is done to the signature. */
  signature?: (signature: Hex, tools: { highS: (signature: Hex) => Hex }) => unknown;
  /** What is done to the body after it was signed. */
  change?: (body: Body) => unknown;
}

export type Break = Pick<EnvelopeCase, "typed" | "signature" | "change">;
export type Change = (body: Body) => unknown;

export const followMembers =
  "address followerAddress, address followeeAddress, string followeeUrl, string followerUrl, uint64 timestamp";
export const followMessage = {
  followerAddress: alice,
  followeeAddress: bob,
  followeeUrl: "https://b.example",
  followerUrl: "https://a.example",
  timestamp: time,
};
export const endMembers = "address followerAddress, address followeeAddress, uint64 timestamp";
const profileMembers = "address ownerAddress, string url, string title, string description, uint64 timestamp";
const profileMessage = {
  ownerAddress: alice,
  url: "https://a.example",
  title: "A",
  description: "",
  timestamp: time,
};
export const proofMembers = "bytes32 contentHash, address publisherAddress, uint64 timestamp";
export const proofMessage = { contentHash: hello, publisherAddress: alice, timestamp: time };

/** A follow whose message differs, signed as it is. */
export const follow = (message: object = {}): Break => ({
  typed: typed("CreateConnection", followMembers, { ...followMessage, ...message }),
});
/** A follow that is changed after it was signed. */
export const changed = (change: Change): Break => ({ ...follow(), change });
export const inMessage = (name: string, value: unknown): Break =>
  changed((body) => {
    Object.defineProperty(body.typedData.message, name, { value, enumerable: true, configurable: true });
    return body;
  });
export const inTypes = (name: string, value: unknown): Break =>
  changed((body) => {
    body.typedData.types[name] = value;
    return body;
  });
export const inDomain = (domain: Record<string, unknown>): Break =>
  changed((body) => {
    body.typedData.domain = domain;
    return body;
  });
export const without = (path: "signature" | "domain" | "types" | "message" | "primaryType"): Break =>
  changed((body) => {
    if (path === "signature") return { typedData: body.typedData };
    const { [path]: _, ...typedData } = body.typedData;
    return { ...body, typedData };
  });
export const signedWith = (signature: EnvelopeCase["signature"]): Break => ({
  ...follow(),
  ...(signature && { signature }),
});
export const ended = (message: object = {}): Break => ({
  typed: typed("DestroyConnection", endMembers, {
    followerAddress: alice,
    followeeAddress: bob,
    timestamp: time,
    ...message,
  }),
});
export const profile = (message: object = {}): Break => ({
  typed: typed("NodeProfileUpdate", profileMembers, { ...profileMessage, ...message }),
});
export const proof = (message: object = {}, change?: Change): Break => ({
  typed: typed("StatementOfSource", proofMembers, { ...proofMessage, ...message }),
  ...(change && { change }),
});
export const domain = { name: "epress world", version: "1", chainId: 1 };

export function one(name: string, kind: string, error: string | null, broken: Break): EnvelopeCase {
  return { name, kind, error, ...broken };
}

export function withField(name: string, value: unknown): Change {
  return (body) => ({
    ...body,
    typedData: { ...body.typedData, message: { ...body.typedData.message, [name]: value } },
  });
}

export function reference(parties: { followeeAddress: string; followerAddress: string }): Break {
  const members = "address followeeAddress, address followerAddress, uint256 timestamp";
  return { typed: typed("DeleteConnection", members, { ...parties, timestamp: time }) };
}

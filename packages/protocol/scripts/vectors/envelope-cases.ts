import type { Hex } from "viem";
import { alice, bob, hello, membersOf, type TypedMessage, time, typed } from "./signing.ts";

/** An envelope as JSON, of which a case breaks something. */
export interface Body {
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

type Break = Pick<EnvelopeCase, "typed" | "signature" | "change">;
type Change = (body: Body) => unknown;

const followMembers =
  "address followerAddress, address followeeAddress, string followeeUrl, string followerUrl, uint64 timestamp";
const followMessage = {
  followerAddress: alice,
  followeeAddress: bob,
  followeeUrl: "https://b.example",
  followerUrl: "https://a.example",
  timestamp: time,
};
const endMembers = "address followerAddress, address followeeAddress, uint64 timestamp";
const profileMembers = "address ownerAddress, string url, string title, string description, uint64 timestamp";
const profileMessage = {
  ownerAddress: alice,
  url: "https://a.example",
  title: "A",
  description: "",
  timestamp: time,
};
const proofMembers = "bytes32 contentHash, address publisherAddress, uint64 timestamp";
const proofMessage = { contentHash: hello, publisherAddress: alice, timestamp: time };

/** A follow whose message differs, signed as it is. */
const follow = (message: object = {}): Break => ({
  typed: typed("CreateConnection", followMembers, { ...followMessage, ...message }),
});
/** A follow that is changed after it was signed. */
const changed = (change: Change): Break => ({ ...follow(), change });
const inMessage = (name: string, value: unknown): Break =>
  changed((body) => {
    Object.defineProperty(body.typedData.message, name, { value, enumerable: true, configurable: true });
    return body;
  });
const inTypes = (name: string, value: unknown): Break =>
  changed((body) => {
    body.typedData.types[name] = value;
    return body;
  });
const inDomain = (domain: Record<string, unknown>): Break =>
  changed((body) => {
    body.typedData.domain = domain;
    return body;
  });
const without = (path: "signature" | "domain" | "types" | "message" | "primaryType"): Break =>
  changed((body) => {
    if (path === "signature") return { typedData: body.typedData };
    const { [path]: _, ...typedData } = body.typedData;
    return { ...body, typedData };
  });
const signedWith = (signature: EnvelopeCase["signature"]): Break => ({
  ...follow(),
  ...(signature && { signature }),
});
const ended = (message: object = {}): Break => ({
  typed: typed("DestroyConnection", endMembers, {
    followerAddress: alice,
    followeeAddress: bob,
    timestamp: time,
    ...message,
  }),
});
const profile = (message: object = {}): Break => ({
  typed: typed("NodeProfileUpdate", profileMembers, { ...profileMessage, ...message }),
});
const proof = (message: object = {}, change?: Change): Break => ({
  typed: typed("StatementOfSource", proofMembers, { ...proofMessage, ...message }),
  ...(change && { change }),
});
const domain = { name: "epress world", version: "1", chainId: 1 };

const follows: Record<string, [error: string | null, Break]> = {
  "a follow": [null, follow()],
  "a follow at the window's early end": [null, follow({ timestamp: time - 3600 })],
  "a follow at the window's late end": [null, follow({ timestamp: time + 3600 })],
  "a time given as digits": [null, follow({ timestamp: String(time) })],
  "a time with a leading zero": [null, inMessage("timestamp", `0${time}`)],
  "addresses in lower case": [null, inMessage("followerAddress", alice.toLowerCase())],
  "v of 0 or 1": [null, signedWith((s) => `${s.slice(0, -2)}${s.endsWith("1b") ? "00" : "01"}`)],
  "no EIP712Domain among the types": [
    null,
    changed((body) => {
      const { EIP712Domain: _, ...types } = body.typedData.types;
      return { ...body, typedData: { ...body.typedData, types } };
    }),
  ],
  "extra keys beside the known ones": [
    null,
    changed((body) => ({ ...body, extra: 1, typedData: { ...body.typedData, extra: 1 } })),
  ],
  "types that nothing refers to": [null, inTypes("Unused", "anything")],

  null: ["INVALID_PAYLOAD", changed(() => null)],
  "an array": ["INVALID_PAYLOAD", changed(() => [])],
  "an empty object": ["INVALID_PAYLOAD", changed(() => ({}))],
  "typedData that is text": ["INVALID_PAYLOAD", changed((body) => ({ ...body, typedData: "x" }))],
  "no signature": ["INVALID_PAYLOAD", without("signature")],
  "no domain": ["INVALID_PAYLOAD", without("domain")],
  "no types": ["INVALID_PAYLOAD", without("types")],
  "no message": ["INVALID_PAYLOAD", without("message")],
  "no primaryType": ["INVALID_PAYLOAD", without("primaryType")],
  "a message that is an array": [
    "INVALID_PAYLOAD",
    changed((body) => ({ ...body, typedData: { ...body.typedData, message: [] } })),
  ],
  "another message's primaryType": ["INVALID_PAYLOAD", ended()],
  "a primaryType from a prototype": [
    "INVALID_PAYLOAD",
    changed((body) => ({ ...body, typedData: { ...body.typedData, primaryType: "constructor" } })),
  ],
  "an unsigned field beside the signed ones": ["INVALID_PAYLOAD", inMessage("title", "x")],
  "a field called __proto__": ["INVALID_PAYLOAD", inMessage("__proto__", {})],
  "a field called constructor": ["INVALID_PAYLOAD", inMessage("constructor", 1)],
  "a field too many, signed": [
    "INVALID_PAYLOAD",
    { typed: typed("CreateConnection", `${followMembers}, string note`, { ...followMessage, note: "x" }) },
  ],
  "a field missing, signed": [
    "INVALID_PAYLOAD",
    {
      typed: typed("CreateConnection", endMembers, {
        followerAddress: alice,
        followeeAddress: bob,
        timestamp: time,
      }),
    },
  ],
  "a field declared twice": [
    "INVALID_PAYLOAD",
    inTypes("CreateConnection", membersOf(`${followMembers}, uint64 timestamp`)),
  ],
  "a field declared twice in another's place": [
    "INVALID_PAYLOAD",
    inTypes(
      "CreateConnection",
      membersOf(followMembers.replace("address followeeAddress", "address followerAddress")),
    ),
  ],
  "a type of another width than 64 or 256": [
    "INVALID_PAYLOAD",
    { typed: typed("CreateConnection", followMembers.replace("uint64", "uint128"), followMessage) },
  ],
  "a text declared as bytes": [
    "INVALID_PAYLOAD",
    inTypes("CreateConnection", membersOf(followMembers.replace("string followerUrl", "bytes followerUrl"))),
  ],
  "a type entry with a third key": [
    "INVALID_PAYLOAD",
    inTypes(
      "CreateConnection",
      membersOf(followMembers).map((member) => ({ ...member, extra: 1 })),
    ),
  ],
  "types of the message missing": [
    "INVALID_PAYLOAD",
    changed((body) => ({ ...body, typedData: { ...body.typedData, types: {} } })),
  ],
  "types of the message that are text": ["INVALID_PAYLOAD", inTypes("CreateConnection", "x")],
  "EIP712Domain in another order": [
    "INVALID_PAYLOAD",
    inTypes("EIP712Domain", membersOf("string version, string name, uint256 chainId")),
  ],
  "EIP712Domain with a field more": [
    "INVALID_PAYLOAD",
    inTypes("EIP712Domain", membersOf("string name, string version, uint256 chainId, bytes32 salt")),
  ],
  "EIP712Domain that is null": ["INVALID_PAYLOAD", inTypes("EIP712Domain", null)],
  "an address in wrong mixed case": [
    "INVALID_PAYLOAD",
    inMessage("followerAddress", alice.replace("c", "C")),
  ],
  "an address in upper case": [
    "INVALID_PAYLOAD",
    inMessage("followerAddress", `0x${alice.slice(2).toUpperCase()}`),
  ],
  "an address that is too short": ["INVALID_PAYLOAD", inMessage("followerAddress", alice.slice(0, -2))],
  "an address that is a number": ["INVALID_PAYLOAD", inMessage("followerAddress", 1)],
  "a URL that is no text": ["INVALID_PAYLOAD", inMessage("followerUrl", 1)],
  "a URL that is null": ["INVALID_PAYLOAD", inMessage("followerUrl", null)],
  "a URL with a lone surrogate": ["INVALID_PAYLOAD", inMessage("followerUrl", "https://a.example/\ud800")],
  "a follow of oneself": ["INVALID_PAYLOAD", follow({ followeeAddress: alice })],
  "no timestamp": [
    "INVALID_PAYLOAD",
    changed((body) => {
      const { timestamp: _, ...message } = body.typedData.message;
      return { ...body, typedData: { ...body.typedData, message } };
    }),
  ],
  "a signature that is a number": ["INVALID_PAYLOAD", signedWith(() => 1)],
  "a signature without 0x": ["INVALID_PAYLOAD", signedWith((s) => s.slice(2))],
  "a signature that is no hex": ["INVALID_PAYLOAD", signedWith((s) => `${s.slice(0, -1)}g`)],
  "a bad URL beside a bad address": ["INVALID_PAYLOAD", follow({ followerUrl: "x", followeeAddress: alice })],

  "an http URL": ["INVALID_URL_FORMAT", follow({ followerUrl: "http://a.example" })],
  "an empty URL": ["INVALID_URL_FORMAT", follow({ followeeUrl: "" })],
  "a bad URL beside a malformed time": [
    "INVALID_URL_FORMAT",
    changed((body) => {
      Object.assign(body.typedData.message, { followerUrl: "ftp://a.example", timestamp: "soon" });
      return body;
    }),
  ],

  "a negative time": ["INVALID_TIMESTAMP", inMessage("timestamp", -1)],
  "a time with a fraction": ["INVALID_TIMESTAMP", inMessage("timestamp", time + 0.5)],
  "a time of 2^53": ["INVALID_TIMESTAMP", inMessage("timestamp", 2 ** 53)],
  "a time of 2^53 as digits": ["INVALID_TIMESTAMP", inMessage("timestamp", "9007199254740992")],
  "a time that is null": ["INVALID_TIMESTAMP", inMessage("timestamp", null)],
  "a time that is empty text": ["INVALID_TIMESTAMP", inMessage("timestamp", "")],
  "a time in hex": ["INVALID_TIMESTAMP", inMessage("timestamp", "0x6769a0c0")],
  "a time with a sign": ["INVALID_TIMESTAMP", inMessage("timestamp", `+${time}`)],
  "a time with a space": ["INVALID_TIMESTAMP", inMessage("timestamp", `${time} `)],
  "a malformed time beside a bad signature": [
    "INVALID_TIMESTAMP",
    { ...inMessage("timestamp", {}), signature: () => "0x" },
  ],

  "a message changed after it was signed": [
    "INVALID_SIGNATURE",
    inMessage("followerUrl", "https://c.example"),
  ],
  "another signer": ["INVALID_SIGNATURE", follow({ followerAddress: bob, followeeAddress: alice })],
  "another domain's name": ["INVALID_SIGNATURE", inDomain({ ...domain, name: "epress" })],
  "another version": ["INVALID_SIGNATURE", inDomain({ ...domain, version: "2" })],
  "a version that is a number": ["INVALID_SIGNATURE", inDomain({ ...domain, version: 1 })],
  "another chain": ["INVALID_SIGNATURE", inDomain({ ...domain, chainId: 137 })],
  "a domain with a field more": ["INVALID_SIGNATURE", inDomain({ ...domain, salt: hello })],
  "a domain with a field less": ["INVALID_SIGNATURE", inDomain({ name: "epress world", version: "1" })],
  "an empty domain": ["INVALID_SIGNATURE", inDomain({})],
  "an empty signature": ["INVALID_SIGNATURE", signedWith(() => "0x")],
  "a compact signature (EIP-2098)": ["INVALID_SIGNATURE", signedWith((s) => s.slice(0, 130))],
  "a signature that is too long": ["INVALID_SIGNATURE", signedWith((s) => `${s}00`)],
  "a signature of zeros": ["INVALID_SIGNATURE", signedWith(() => `0x${"0".repeat(128)}1b`)],
  "r of the curve's order or more": [
    "INVALID_SIGNATURE",
    signedWith((s) => `0x${"f".repeat(64)}${s.slice(66)}`),
  ],
  "v of 29": ["INVALID_SIGNATURE", signedWith((s) => `${s.slice(0, -2)}1d`)],
  "v of 2": ["INVALID_SIGNATURE", signedWith((s) => `${s.slice(0, -2)}02`)],
  "the other v": [
    "INVALID_SIGNATURE",
    signedWith((s) => `${s.slice(0, -2)}${s.endsWith("1b") ? "1c" : "1b"}`),
  ],
  "a high s": ["INVALID_SIGNATURE", signedWith((s, { highS }) => highS(s))],
  "a bad signature beside a time outside the window": [
    "INVALID_SIGNATURE",
    { ...follow({ timestamp: 0 }), signature: () => "0x" },
  ],
  "a width that was not signed": [
    "INVALID_SIGNATURE",
    inTypes("CreateConnection", membersOf(followMembers.replace("uint64", "uint256"))),
  ],
  "an order that was not signed": [
    "INVALID_SIGNATURE",
    inTypes("CreateConnection", membersOf(followMembers).reverse()),
  ],

  "a time a second too early": ["INVALID_TIMESTAMP", follow({ timestamp: time - 3601 })],
  "a time a second too late": ["INVALID_TIMESTAMP", follow({ timestamp: time + 3601 })],
};

const others: readonly EnvelopeCase[] = [
  one("a follow in reference form", "CreateConnection", null, {
    typed: typed(
      "CreateConnection",
      "address followeeAddress, string followeeUrl, string followerUrl, uint256 timestamp",
      {
        followeeAddress: bob,
        followeeUrl: "https://b.example",
        followerUrl: "https://a.example",
        timestamp: time,
      },
    ),
  }),
  one("a follow of oneself in reference form", "CreateConnection", "INVALID_PAYLOAD", {
    typed: typed(
      "CreateConnection",
      "address followeeAddress, string followeeUrl, string followerUrl, uint256 timestamp",
      {
        followeeAddress: alice,
        followeeUrl: "https://a.example",
        followerUrl: "https://a.example",
        timestamp: time,
      },
    ),
  }),
  one("an end by the follower", "DestroyConnection", null, ended()),
  one(
    "an end by the followee",
    "DestroyConnection",
    null,
    ended({ followerAddress: bob, followeeAddress: alice }),
  ),
  one(
    "an end by a third party",
    "DestroyConnection",
    "INVALID_SIGNATURE",
    ended({ followerAddress: bob, followeeAddress: "0x90F79bf6EB2c4f870365E785982E1f101E93b906" }),
  ),
  one(
    "an end in reference form by the follower",
    "DestroyConnection",
    null,
    reference({ followeeAddress: bob, followerAddress: alice }),
  ),
  one(
    "an end in reference form by the followee",
    "DestroyConnection",
    "INVALID_SIGNATURE",
    reference({ followeeAddress: alice, followerAddress: bob }),
  ),
  one("an end with a malformed time", "DestroyConnection", "INVALID_TIMESTAMP", {
    ...ended(),
    change: (body) => ({
      ...body,
      typedData: { ...body.typedData, message: { ...body.typedData.message, timestamp: "x" } },
    }),
  }),
  one("a profile", "NodeProfileUpdate", null, profile()),
  one("a title of 255 characters", "NodeProfileUpdate", null, profile({ title: "🏡".repeat(255) })),
  one(
    "a title of 256 characters",
    "NodeProfileUpdate",
    "INVALID_PAYLOAD",
    profile({ title: "a".repeat(256) }),
  ),
  one("an empty title", "NodeProfileUpdate", "INVALID_PAYLOAD", profile({ title: "" })),
  one(
    "a description of 2000 characters",
    "NodeProfileUpdate",
    null,
    profile({ description: "🏡".repeat(2000) }),
  ),
  one(
    "a description of 2001 characters",
    "NodeProfileUpdate",
    "INVALID_PAYLOAD",
    profile({ description: "a".repeat(2001) }),
  ),
  one(
    "a profile with an http URL",
    "NodeProfileUpdate",
    "INVALID_PAYLOAD",
    profile({ url: "http://a.example" }),
  ),
  one(
    "a profile with a NUL in its title",
    "NodeProfileUpdate",
    "INVALID_PAYLOAD",
    profile({ title: "a\0b" }),
  ),
  one(
    "a profile outside the window",
    "NodeProfileUpdate",
    "INVALID_TIMESTAMP",
    profile({ timestamp: time - 3601 }),
  ),
  one("a proof", "StatementOfSource", null, proof()),
  one("a proof of long ago", "StatementOfSource", null, proof({ timestamp: 1 })),
  one(
    "a proof with a hash in upper case",
    "StatementOfSource",
    null,
    proof({}, withField("contentHash", `0x${hello.slice(2).toUpperCase()}`)),
  ),
  one(
    "a proof with a hash that is too short",
    "StatementOfSource",
    "INVALID_PAYLOAD",
    proof({}, withField("contentHash", hello.slice(0, -2))),
  ),
  one(
    "a proof with a malformed time",
    "StatementOfSource",
    "INVALID_PAYLOAD",
    proof({}, withField("timestamp", "soon")),
  ),
  one(
    "a proof of somebody else's",
    "StatementOfSource",
    "INVALID_SIGNATURE",
    proof({ publisherAddress: bob }),
  ),
  one("a proof by the specification's name", "StatementOfSource", null, {
    typed: typed("Publication", "bytes32 contentHash, address authorAddress, uint256 timestamp", {
      contentHash: hello,
      authorAddress: alice,
      timestamp: time,
    }),
  }),
  one("the fields of one proof under the name of the other", "StatementOfSource", "INVALID_PAYLOAD", {
    typed: typed("Publication", proofMembers, proofMessage),
  }),
];

/** Envelopes and what comes of them. */
export const envelopeCases: readonly EnvelopeCase[] = [
  ...Object.entries(follows).map(([name, [error, broken]]) => one(name, "CreateConnection", error, broken)),
  ...others,
];

function one(name: string, kind: string, error: string | null, broken: Break): EnvelopeCase {
  return { name, kind, error, ...broken };
}

function withField(name: string, value: unknown): Change {
  return (body) => ({
    ...body,
    typedData: { ...body.typedData, message: { ...body.typedData.message, [name]: value } },
  });
}

function reference(parties: { followeeAddress: string; followerAddress: string }): Break {
  const members = "address followeeAddress, address followerAddress, uint256 timestamp";
  return { typed: typed("DeleteConnection", members, { ...parties, timestamp: time }) };
}

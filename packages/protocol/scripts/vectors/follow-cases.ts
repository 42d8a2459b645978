import {
  type Break,
  changed,
  domain,
  ended,
  endMembers,
  follow,
  followMembers,
  followMessage,
  inDomain,
  inMessage,
  inTypes,
  signedWith,
  without,
} from "./breaks.ts";
import { alice, bob, hello, membersOf, time, typed } from "./signing.ts";

/** The result of a follow, by its fault. */
export const follows: Record<string, [error: string | null, Break]> = {
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
  "a signature with 0X": ["INVALID_PAYLOAD", signedWith((s) => `0X${s.slice(2)}`)],
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

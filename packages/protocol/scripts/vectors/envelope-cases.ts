import {
  type EnvelopeCase,
  ended,
  one,
  profile,
  proof,
  proofMembers,
  proofMessage,
  reference,
  withField,
} from "./breaks.ts";
import { follows } from "./follow-cases.ts";
import { alice, bob, hello, time, typed } from "./signing.ts";

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

/** Envelopes and their results. */
export const envelopeCases: readonly EnvelopeCase[] = [
  ...Object.entries(follows).map(([name, [error, broken]]) => one(name, "CreateConnection", error, broken)),
  ...others,
];

import { expect, it } from "vitest";
import { maySign } from "./envelope.ts";
import type { Form } from "./messages.ts";

const follower = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const followee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const timestamp = 1;

it.each([
  ["baseline", true],
  ["reference", false],
] as const)("the followee ends a follow in %s form: %j", (form, may) => {
  const meaning = { followerAddress: follower, followeeAddress: followee, timestamp } as const;
  expect(maySign("DestroyConnection", meaning, { signer: follower, form })).toBe(true);
  expect(maySign("DestroyConnection", meaning, { signer: followee, form })).toBe(may);
});

it.each<Form>(["baseline", "reference"])("the party that a message names signs it in %s form", (form) => {
  const urls = { followerUrl: "https://a.example", followeeUrl: "https://b.example" };
  const follow = { followerAddress: follower, followeeAddress: followee, ...urls, timestamp } as const;
  expect(maySign("CreateConnection", follow, { signer: follower, form })).toBe(true);
  expect(maySign("CreateConnection", follow, { signer: followee, form })).toBe(false);
  const texts = { url: "https://a.example", title: "A", description: "" };
  const update = { ownerAddress: follower, ...texts, timestamp } as const;
  expect(maySign("NodeProfileUpdate", update, { signer: follower, form })).toBe(true);
  expect(maySign("NodeProfileUpdate", update, { signer: followee, form })).toBe(false);
  const settings = { defaultLanguage: "en", defaultTheme: "", walletConnectProjectId: "" };
  const data = { node: { avatar: "", address: follower, ...texts }, settings, timestamp } as const;
  expect(maySign("DATA", data, { signer: follower, form })).toBe(true);
  expect(maySign("DATA", data, { signer: followee, form })).toBe(false);
});

import { addressOfPrivateKey, type Meanings, signDigestWith, signEnvelope } from "@freehold/protocol";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { prepareFollow, prepareVisitorFollow } from "../connections/follow.ts";
import { applyProfileUpdate } from "../profile/peer-profile.ts";
import { prepareProfileUpdate, updateOwnProfile } from "../profile/update-profile.ts";
import { installNode } from "./install.ts";

const local = "http://localhost:8543";

let node: HttpNode;
beforeEach(async () => {
  node = await openHttpNode({ install: false });
});
afterEach(() => node[Symbol.asyncDispose]());

async function installAt(url: string): Promise<void> {
  const settings = { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" };
  const about = { avatar: "", address: node.address, url, title: "Ada", description: "" };
  const timestamp = Math.floor(Date.now() / 1000);
  await installNode(node.ctx, node.sign("DATA", { node: about, settings, timestamp }));
}

async function update(changes: Parameters<typeof prepareProfileUpdate>[1]) {
  const { meaning } = await prepareProfileUpdate(node.ctx, changes);
  return await updateOwnProfile(node.ctx, [node.sign("NodeProfileUpdate", meaning)]);
}

it("a node is installed at a local address, renamed there, and moved to a public one for good", async () => {
  await installAt(local);
  expect((await node.app.inject("/ewp/profile")).json()).toMatchObject({ url: local, title: "Ada" });
  expect((await update({ title: "Ada Lovelace" })).profile).toMatchObject({
    url: local,
    title: "Ada Lovelace",
  });
  expect((await update({ url: "https://ada.example" })).profile.url).toBe("https://ada.example");
  expect((await node.app.inject("/ewp/profile")).json()).toMatchObject({ url: "https://ada.example" });
  await expect(update({ url: local })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
});

it.each(["http://ada.example", "http://192.168.1.7", "ada.example"])(
  "a node is not installed at %s",
  async (url) => {
    await expect(installAt(url)).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
  },
);

it("a node at a local address follows nobody and is followed by nobody, and says why", async () => {
  await installAt(local);
  const refused = { code: "CONFLICT", reason: "NO_PUBLIC_ADDRESS" };
  await expect(prepareFollow(node.ctx, "https://bea.example")).rejects.toMatchObject(refused);
  await expect(prepareVisitorFollow(node.ctx, "https://bea.example")).rejects.toMatchObject(refused);
  const key = new Uint8Array(32).fill(9);
  const follow: Meanings["CreateConnection"] = {
    followerAddress: addressOfPrivateKey(key),
    followeeAddress: node.address,
    followeeUrl: "https://ada.example",
    followerUrl: "https://bea.example",
    timestamp: Math.floor(Date.now() / 1000),
  };
  const payload = { ...signEnvelope("CreateConnection", follow, signDigestWith(key)) };
  const reply = await node.app.inject({ method: "POST", url: "/ewp/connections", payload });
  expect(reply.json()).toEqual({ error: "FOLLOWEE_IDENTITY_MISMATCH" });
});

it("another node's update to a local address is refused, as one without https always was", async () => {
  await installAt("https://ada.example");
  const key = new Uint8Array(32).fill(9);
  const ownerAddress = addressOfPrivateKey(key);
  const meaning = {
    ownerAddress,
    url: local,
    title: "Bea",
    description: "",
    timestamp: Math.floor(Date.now() / 1000),
  };
  const body = signEnvelope("NodeProfileUpdate", meaning, signDigestWith(key));
  const refused = applyProfileUpdate(node.ctx, ownerAddress, { body, ip: null });
  await expect(refused).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
});

it("one word is no address of a node, unless private networks are allowed", async () => {
  await installAt("https://ada.example");
  const refused = { code: "VALIDATION_FAILED", reason: "NO_NODE_URL" };
  await expect(prepareFollow(node.ctx, "https://nonsense")).rejects.toMatchObject(refused);
  const inside = { ...node.ctx, config: { ...node.ctx.config, allowPrivatePeers: true } };
  // It is called then: this node has no network.
  await expect(prepareFollow(inside, "https://bea")).rejects.toMatchObject({ code: "PEER_FAILED" });
});

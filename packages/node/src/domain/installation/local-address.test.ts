import { addressOfPrivateKey, type Meanings, signDigestWith, signEnvelope } from "@freehold/protocol";
import sharp from "sharp";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWallet } from "../../../test/support/comment-fixture.ts";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { confirmComment } from "../comments/confirm.ts";
import { createComment } from "../comments/create.ts";
import { prepareFollow, prepareVisitorFollow } from "../connections/follow.ts";
import { applyProfileUpdate } from "../profile/peer-profile.ts";
import { prepareProfileUpdate, takeAnyAddress, updateOwnProfile } from "../profile/update-profile.ts";
import { updateSettings } from "../settings/settings.ts";
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
  return await updateOwnProfile(node.ctx, [node.sign("NodeProfileUpdate", meaning)], takeAnyAddress);
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

it("at a local address pictures, cards, slugs and comments work as anywhere", async () => {
  await installAt(local);
  const drawing = { create: { width: 640, height: 400, channels: 3, background: "#6b88a0" } } as const;
  const bytes = await sharp(drawing).png().toBuffer();
  const picture = await node.publish(bytes, { filename: "sea.png", description: "The sea" });
  const post = await node.publish(`# Salt\n\n![The sea](/ewp/contents/${picture.contentHash})`, {
    slug: "salt",
  });
  const get = async (url: string) => {
    const { statusCode, headers, rawPayload } = await node.app.inject({ url });
    expect([url, statusCode]).toEqual([url, 200]);
    return { type: headers["content-type"], bytes: rawPayload };
  };
  const contents = `/ewp/contents/${picture.contentHash}?timestamp=${picture.timestamp}`;
  expect((await get(contents)).bytes.equals(bytes)).toBe(true);
  expect((await sharp((await get(`${contents}&thumb=sm`)).bytes).metadata()).height).toBe(200);
  expect((await get(`/publications/${post.id}/card.png`)).type).toBe("image/png");
  const page = String((await get("/slug/salt")).bytes);
  expect(page).toContain(`${local}/publications/${post.id}/card.png`);
  expect(page).toContain(picture.contentHash);

  const wallet = createWallet();
  const by = {
    authType: "ETHEREUM",
    authorId: wallet.address,
    authorName: "Bea",
    body: "Well said.",
  } as const;
  const { comment, typedData } = await createComment(
    node.ctx,
    { publicationId: post.id, ...by },
    { ip: "127.0.0.1", language: null },
  );
  await confirmComment(node.ctx, { id: comment.id, tokenOrSignature: wallet.signTypedData(typedData) });
  expect(String((await get("/slug/salt")).bytes)).toContain("Well said.");

  await updateSettings(node.ctx, { mailTransport: "smtp://mail.example", mailFrom: "ada@example.com" });
  await createComment(
    node.ctx,
    { publicationId: post.id, ...by, authType: "EMAIL", authorId: "bea@example.org" },
    { ip: "127.0.0.1", language: null },
  );
  const [mail] = await node.ctx.store.db
    .selectFrom("jobs")
    .select("payload")
    .where("kind", "=", "mail")
    .execute();
  expect(mail?.payload).toContain(`${local}/comments/confirm?id=`);
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

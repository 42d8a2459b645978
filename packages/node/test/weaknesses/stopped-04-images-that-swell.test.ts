import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../src/blobs/limits.ts";
import { parseAvatar, setAvatar } from "../../src/domain/profile/avatar.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { animatedGif, animatedWebp, flatPng } from "../support/hostile-images.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";
import { createNodeProcess, type NodeProcess } from "../support/node-process.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

const MiB = 1024 * 1024;
/** How much more than at its start the node takes for a thumbnail, whatever the image says. */
const room = 250 * MiB;
/** Pixels of one side: 702 MB where it is decoded. */
const side = 15_300;

describe("thumbnails of files on a real node", () => {
  let network: TestNetwork;
  let node: NodeProcess;
  let atStart: number;
  beforeAll(async () => {
    network = await createTestNetwork();
    node = await createNodeProcess(network);
    await node.start();
    await node.order({ do: "install", url: node.url, title: "Ada" });
    // The library is loaded before it is measured.
    await thumbnailOf(
      await sharp({ create: { width: 900, height: 900, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    );
    atStart = (await node.memory()).now;
  });
  afterAll(async () => {
    await node[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  async function thumbnailOf(image: Uint8Array) {
    const path = join(node.dataDir, `given-${randomBytes(4).toString("hex")}`);
    await writeFile(path, image);
    const { contentHash } = (await node.order({ do: "publish-file", path })) as Publication;
    return await network.fetch(`${node.url}/ewp/contents/${contentHash}?thumb=sm`);
  }

  test("an image of 700 KB that decodes to 700 MB is served as it is, and not decoded", async () => {
    const image = await flatPng(side, side);
    expect(image.length).toBeLessThan(MiB);
    const { status, headers } = await thumbnailOf(image);
    expect([status, headers["content-length"]]).toEqual([200, String(image.length)]);
    expect((await node.memory()).peak - atStart).toBeLessThan(room);
  });

  test("the largest allowed image is decoded, and not one row more", async () => {
    const width = 10_000;
    const height = limits.imagePixels / width;
    const [allowed, refused] = [await flatPng(width, height), await flatPng(width, height + 1)];
    expect(Number((await thumbnailOf(allowed)).headers["content-length"])).not.toBe(allowed.length);
    expect(Number((await thumbnailOf(refused)).headers["content-length"])).toBe(refused.length);
    expect((await node.memory()).peak - atStart).toBeLessThan(room);
  });

  test("of ten thousand frames one is decoded", async () => {
    const image = await animatedWebp(10_000);
    const { status, headers } = await thumbnailOf(image);
    expect([status, headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(Number(headers["content-length"])).toBeLessThan(10_000);
    expect((await node.memory()).peak - atStart).toBeLessThan(room);
  });
});

describe("a bad image", () => {
  let node: HttpNode;
  beforeAll(async () => {
    node = await openHttpNode();
  });
  afterAll(() => node[Symbol.asyncDispose]());

  const jpeg = () =>
    sharp({ create: { width: 900, height: 900, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();

  async function serve(bytes: Uint8Array, about: { mediaType?: string; filename?: string } = {}) {
    const { contentHash } = await node.publish(bytes, about);
    const get = (query: string) => node.app.inject({ url: `/ewp/contents/${contentHash}${query}` });
    return { whole: await get(""), thumb: await get("?thumb=sm") };
  }

  test.each([0.1, 0.5, 0.9])("an image that ends after %f of it is served as it is", async (part) => {
    const whole = await jpeg();
    const cut = whole.subarray(0, Math.floor(whole.length * part));
    const { thumb } = await serve(new Uint8Array(cut));
    expect(thumb.statusCode).toBe(200);
    expect(thumb.rawPayload.equals(cut)).toBe(true);
  });

  test("a polyglot file is served as neither script nor page, and its thumbnail has one format", async () => {
    const script = Buffer.from("<!doctype html><script>alert(1)</script>");
    const zip = Buffer.from("504b0304140000000000", "hex");
    const both = new Uint8Array(Buffer.concat([await jpeg(), zip, script]));
    const { whole, thumb } = await serve(both, { mediaType: "text/html", filename: "page.html" });
    for (const reply of [whole, thumb]) {
      expect(reply.headers["content-type"]).toBe("image/jpeg");
      expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      expect(reply.headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
    }
    expect(thumb.rawPayload.includes(script)).toBe(false);
    expect(thumb.rawPayload.includes(zip)).toBe(false);
  });

  test("a script that begins like a GIF is a picture to every browser", async () => {
    const { whole } = await serve(new TextEncoder().encode("GIF89a=1;alert(1)//"), {
      mediaType: "text/javascript",
    });
    expect(whole.headers["content-type"]).not.toMatch(/html|svg|xml/);
    expect(whole.headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
  });

  test("an image with another format's name is not decoded as that", async () => {
    const tiff = await sharp({ create: { width: 10, height: 10, channels: 3, background: "red" } })
      .tiff()
      .toBuffer();
    const { thumb } = await serve(new Uint8Array(tiff), { mediaType: "image/png", filename: "a.png" });
    expect(thumb.rawPayload.equals(tiff)).toBe(true);
  });
});

describe("an avatar", () => {
  test("has the limits' number of pixels and frames at most", async () => {
    const height = limits.imagePixels / 10_000;
    expect(await parseAvatar(await flatPng(10_000, height))).not.toBeNull();
    expect(await parseAvatar(await flatPng(10_000, height + 1))).toBeNull();
    expect(await parseAvatar(await animatedWebp(limits.imageFrames))).not.toBeNull();
    expect(await parseAvatar(await animatedWebp(limits.imageFrames + 1))).toBeNull();
    expect(await parseAvatar(animatedGif(5_000))).toBeNull();
  });

  test("of 700 MB is refused with a message", async () => {
    await using node = await openHttpNode();
    const image = await flatPng(side, side);
    await expect(setAvatar(node.ctx, image)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

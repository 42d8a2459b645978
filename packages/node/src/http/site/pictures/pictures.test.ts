import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { setAvatar } from "../../../domain/profile/avatar.ts";
import { presentPublication } from "../../../domain/publications/present.ts";
import { drawCardText, writeForCard } from "./card-text.ts";
import { createRasteriser } from "./rasteriser.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: `Ada "</script>" 洛夫莱斯`, description: "About salt" });
});
afterAll(() => node[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

async function sizeOf(url: string): Promise<[number, number]> {
  const { statusCode, headers, rawPayload } = await get(url);
  expect([url, statusCode, headers["content-type"]]).toEqual([url, 200, "image/png"]);
  const { width, height } = await sharp(rawPayload).metadata();
  return [width, height];
}

describe("the manifest", () => {
  test("has the owner's name and language, and icons that are there in the size it says", async () => {
    const { headers, body } = await get("/manifest.webmanifest");
    expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    const manifest = JSON.parse(body);
    expect(manifest).toMatchObject({
      name: `Ada "</script>" 洛夫莱斯`,
      description: "About salt",
      lang: "en",
      start_url: "/",
      theme_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const pictures = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
    expect(pictures.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
    for (const { src, sizes } of pictures) expect((await sizeOf(src)).join("x")).toBe(sizes);
    expect((await get(manifest.icons[0].src)).headers["content-type"]).toBe("image/svg+xml");
  });

  test("is named by every page, with an icon for phones", async () => {
    const { body } = await get("/");
    expect(body).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
    expect(body).toContain('<link rel="apple-touch-icon" href="/icons/180.png"/>');
    expect(await sizeOf("/icons/180.png")).toEqual([180, 180]);
    expect((await get("/icons/181.png")).statusCode).toBe(404);
  });
});

describe("a post's card", () => {
  test("is a picture of 1200 by 630, named with its size and in words, and known again", async () => {
    const { id } = await node.publish("# 论盐 of the sea");
    const page = (await get(`/publications/${id}`)).body;
    expect(page).toContain(
      `<meta property="og:image" content="https://ada.example/publications/${id}/card.png"/>`,
    );
    for (const meta of ["og:image:width", "og:image:height", "og:image:alt"]) expect(page).toContain(meta);
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    const url = `/publications/${id}/card.png`;
    expect(await sizeOf(url)).toEqual([1_200, 630]);
    const { headers } = await get(url);
    expect((await get(url, { "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  });

  test("differs from post to post, is there for a local one, and not for a draft", async () => {
    const [one, other] = [await node.publish("# One"), await node.publish("# Other")];
    const local = await node.publish("# Local", { state: "local" });
    const draft = await node.publish("# Draft", { state: "draft" });
    const tagOf = async (id: number) => (await get(`/publications/${id}/card.png`)).headers.etag;
    expect(new Set([await tagOf(one.id), await tagOf(other.id), await tagOf(local.id)]).size).toBe(3);
    expect((await get(`/publications/${draft.id}/card.png`)).statusCode).toBe(404);
    expect((await get(`/publications/${draft.contentHash}/card.png`)).statusCode).toBe(404);
  });

  test("shows the title, the name, and the cover", async () => {
    const titled = await node.publish("# On the weaving of numbers");
    const unwritten = await node.publish("# \u{12000}\u{12001}");
    const shot = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#c02040" } })
      .webp()
      .toBuffer();
    const cover = await node.publish(shot, { filename: "red.webp" });
    const covered = await node.publish("# On a cover");
    await presentPublication(node.ctx, covered.id, { cover: cover.id });
    const inkIn = async (
      id: number,
      region: { left: number; top: number; width: number; height: number },
    ) => {
      const { rawPayload } = await get(`/publications/${id}/card.png`);
      const { channels } = await sharp(await sharp(rawPayload).extract(region).toBuffer()).stats();
      const darkest = Math.max(...channels.slice(0, 3).map(({ min }) => min));
      return { darkest, red: channels[0]?.mean ?? 0, green: channels[1]?.mean ?? 0 };
    };
    const where = { left: 80, top: 80, width: 560, height: 300 };
    // Ink is darker than the seal behind it. The post's address stands for letters of no font.
    for (const { id } of [titled, unwritten, covered])
      expect((await inkIn(id, where)).darkest).toBeLessThan(60);
    const name = { left: 170, top: 500, width: 200, height: 44 };
    expect((await inkIn(unwritten.id, name)).darkest).toBeLessThan(60);
    const { red, green } = await inkIn(covered.id, { left: 800, top: 100, width: 300, height: 300 });
    expect([red > 180, green < 60]).toEqual([true, true]);
    expect((await get(`/publications/${titled.id}`)).body).toContain(
      'content="On the weaving of numbers, by Ada',
    );
  });

  test("has the owner's picture, and another name with another one", async () => {
    const { id } = await node.publish("# With a picture");
    const shown = async () => {
      const { rawPayload, headers } = await get(`/publications/${id}/card.png`);
      const middle = await sharp(rawPayload)
        .extract({ left: 110, top: 516, width: 12, height: 12 })
        .toBuffer();
      const { channels } = await sharp(middle).stats();
      return { etag: headers.etag, red: channels[0]?.mean ?? 0, green: channels[1]?.mean ?? 0 };
    };
    const before = await shown();
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#c02040" } })
      .png()
      .toBuffer();
    await setAvatar(node.ctx, bytes);
    const { etag, red, green } = await shown();
    expect([red > 180, green < 60, etag !== before.etag]).toEqual([true, true, true]);
    await setAvatar(node.ctx, null);
    expect(await shown()).toEqual(before);
  });

  test("that is not drawn in time is to be asked for again, and not remembered as missing", async () => {
    await using slow = createRasteriser(0);
    const drawn = slow.draw(
      "key",
      1,
      async () => '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    );
    await expect(drawn).rejects.toMatchObject({ code: "BUSY", retryAfter: 5 });
  });

  test("is made in its own thread: the server answers meanwhile", async () => {
    const posts = await Promise.all(Array.from({ length: 6 }, (_, index) => node.publish(`# Many ${index}`)));
    const cards = posts.map(({ id }) => get(`/publications/${id}/card.png`));
    expect((await get("/livez")).statusCode).toBe(200);
    expect((await Promise.all(cards)).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  });
});

describe("the texts of a card", () => {
  const scripts = [
    ["On the weaving of numbers — “5 €”", "Ткацкий станок, Ωμέγα & Žluťoučký", "Tiếng Việt"],
    ["论盐与海。", "かたかな、カタカナ", "바다와 소금", "عن الملح والبحر!", "על מלח וים."],
    [
      "เกี่ยวกับเกลือ",
      "नमस्ते बारे में",
      "நீண்ட காலை",
      "പ്രഭാതം",
      "আমার",
      "ಕನ್ನಡ",
      "తెలుగు",
      "ગુજરાતી",
      "ਪੰਜਾਬੀ",
      "ଓଡ଼ିଆ",
      "සිංහල",
    ],
    ["ရှည်လျား", "ភាសាខ្មែរ", "ພາສາລາວ", "მარილი", "Աղի և ծովի", "ስለ ጨውና", "ཚྭ་དང"],
  ].flat();
  const box = { width: 1_000, height: 200, sizes: [60, 30], colour: "#000" };
  const draw = async (text: string) => (await drawCardText(text, box)).picture;

  test("are written in every script that people use today, without a font of the system", async () => {
    for (const text of scripts) expect(writeForCard(text)).toBe(text.normalize("NFC"));
    const drawn = await Promise.all(scripts.map(draw));
    expect(new Set(drawn).size).toBe(scripts.length);
  });

  test("have their emoji, joined and as flags", async () => {
    for (const text of ["\u{1f9f5}", "Bread \u{1f35e}", "\u{1f469}\u200d\u{1f4bb} \u{1f1e9}\u{1f1ea}"]) {
      expect(writeForCard(text)).toBe(text);
    }
    const widthOf = async (text: string) => (await drawCardText(text, box)).width;
    expect(await widthOf("\u{1f469}\u200d\u{1f4bb}")).toBeLessThan(
      0.7 * (await widthOf("\u{1f469}\u{1f4bb}")),
    );
  });

  test("leave out signs without a font, mark a letter without one, and are empty without most letters", () => {
    expect(writeForCard("On salt \u{10fffd} and\n\u0007rope")).toBe("On salt and rope");
    expect(writeForCard("盐 and \u{20000}")).toBe("盐 and 〓");
    for (const text of ["\u{12000}\u{12001}", "…", "", " "]) expect(writeForCard(text)).toBe("");
  });

  test("are words, and no markup", async () => {
    expect(await draw("<b>a</b> & c")).not.toBe(await draw("a & c"));
  });

  test("are smaller where they are long, and cut where they don't fit", async () => {
    const sizes = ["salt ", "salt ".repeat(20), "salt ".repeat(200), "wide".repeat(400), "盐".repeat(300)];
    for (const text of sizes) {
      const { width, height } = await drawCardText(text, box);
      expect([text.slice(0, 9), width <= box.width, height <= box.height]).toEqual([
        text.slice(0, 9),
        true,
        true,
      ]);
    }
    expect((await drawCardText("salt", box)).height).toBeGreaterThan(35);
  });
});

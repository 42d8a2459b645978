import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presentPublication } from "../src/domain/publications/present.ts";
import { updateSettings } from "../src/domain/settings/settings.ts";
import { writeStaticSite } from "../src/modules/export/static/write-site.ts";
import { commentByWallet } from "./support/commenters.ts";
import { crawlSite, type Found } from "./support/crawl-site.ts";
import { isFull } from "./support/full.ts";
import { type HttpNode, openHttpNode } from "./support/http-node.ts";
import { longPost, sentences } from "./support/long-post.ts";

const origin = "https://ada.example";

/** The rules of html-validate, but for those of style: the same templates write XML, where an element ends and an attribute has a value. */
const checker = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "doctype-style": "off",
    "void-style": "off",
    "attribute-empty-style": "off",
    "attribute-boolean-style": "off",
  },
});

/** Three pages of the home page, and in the night ten times as many posts. */
const plainPosts = isFull ? 290 : 55;

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada Lovelace", description: "On engines & 海" });
  for (let index = 0; index < plainPosts; index += 1) {
    const title = index % 7 === 0 ? `论盐与海 ${index}` : `A note on engines ${index}`;
    await node.publish(`# ${title}\n\n${sentences(index)} #engines #海`, { state: "local" });
  }
  const shot = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const { contentHash, id: photo } = await node.publish(shot, {
    filename: "sea.jpg",
    description: "The sea",
  });
  await node.publish(new Uint8Array([1, 2, 3]), { filename: "a.bin" });
  await node.publish("No heading, and a note[^1].\n\n[^1]: Said once.");
  const rich = `${longPost}\n\n## 方法\n\n[there](#方法) ![](/ewp/contents/${contentHash} "At noon")\n\n#engines`;
  const { id } = await node.publish(rich, { slug: "weaving" });
  await presentPublication(node.ctx, id, { cover: photo });
  await commentByWallet(node.ctx, { key: 21, name: "Bea", body: "It *weaves*.", publicationId: id });
  const page = await node.publish("# Contact\n\nWrite to me.", { state: "local", slug: "contact" });
  await presentPublication(node.ctx, page.id, { isPage: true });
}, 120_000);
afterAll(() => node?.[Symbol.asyncDispose]());

const isHtml = ({ mediaType }: Found): boolean => mediaType.startsWith("text/html");

/** The first few of the pages that differ by their text alone. */
function everyKind(pages: readonly [string, Found][], most = 3): [string, Found][] {
  const seen = new Map<string, number>();
  return pages.filter(([path]) => {
    const kind = path.replace(/\d+|0x[0-9a-f]+|(?<==)[^&]+/g, "*");
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return Number(seen.get(kind)) <= most;
  });
}

async function problemsOf(pages: readonly [string, Found][]): Promise<string[]> {
  const reports = await Promise.all(
    pages.map(async ([path, { body }]) => {
      const { results } = await checker.validateString(body);
      return results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} (${selector})`),
      );
    }),
  );
  return reports.flat();
}

async function ask(url: string, language: string): Promise<Found> {
  const { statusCode, headers, body } = await node.app.inject({
    url,
    headers: { "accept-language": language },
  });
  const to = URL.parse(String(headers.location), `${origin}${url}`);
  if (statusCode >= 300 && statusCode < 400 && to?.origin === origin)
    return await ask(`${to.pathname}${to.search}`, language);
  return { status: statusCode, mediaType: String(headers["content-type"]), body };
}

const lost = ["/nowhere", "/search?q=enginne", "/search?q=before:lunch", "/slug/weaving?after=x"];

test("each link of a site leads to what it names, and each page is valid, in English and Chinese", async () => {
  const { found, broken } = await crawlSite(["/", "/offline"], origin, (url) => ask(url, "en"));
  expect(broken).toEqual([]);
  const pages = [...found].filter(([, reply]) => isHtml(reply));
  expect(pages.length).toBeGreaterThan(plainPosts);
  const kinds = everyKind(pages);
  const asked = [...lost, ...kinds.map(([path]) => path)];
  const chinese = await Promise.all(asked.map(async (url) => [url, await ask(url, "zh")] as [string, Found]));
  const errors = await Promise.all(lost.map(async (url) => [url, await ask(url, "en")] as [string, Found]));
  expect(await problemsOf([...kinds, ...errors, ...chinese])).toEqual([]);
});

test("a link to nothing, an id that is not there and a wrong element are found", async () => {
  const page =
    '<!doctype html><a href="/gone">x</a><a href="#no">y</a><img src="/a.png" srcset="/a.png 1x, /b.png 2x"/>';
  const { broken } = await crawlSite(["/"], origin, async (address) => ({
    status: ["/", "/a.png"].includes(address) ? 200 : 404,
    mediaType: address === "/" ? "text/html" : "image/png",
    body: page,
  }));
  expect(broken).toEqual(["/ names /gone: 404", "/ names /#no: no such id", "/ names /b.png: 404"]);
  const found = await problemsOf([["/", { status: 200, mediaType: "text/html", body: page }]]);
  expect(found.join()).toMatch(/wcag\/h37/);
});

test.each([
  ["en", "engines", "On engines", "Archive"],
  ["zh-Hans", "海盐", "论海与盐", "归档"],
])(
  "so do the links of a copy as files in %s, and its pages are valid, each with its notes once",
  async (language, tag, description, archive) => {
    await using small = await openHttpNode({ title: "Ada Lovelace", description });
    await updateSettings(small.ctx, { defaultLanguage: language });
    await small.publish(`# 论盐\n\n海水里有盐。 #${tag}`, { state: "local" });
    await small.publish(`No heading, and a note[^1]. #${tag}\n\n[^1]: Said once.`, { slug: "note" });
    await small.publish(`${longPost}\n\n#${tag}`, { slug: "weaving" });
    const folder = await mkdtemp(join(tmpdir(), "freehold-valid-"));
    try {
      await writeStaticSite(small.ctx, { folder });
      const { found, broken } = await crawlSite(["/"], origin, (url) => readStatic(folder, url));
      expect(broken).toEqual([]);
      const pages = [...found].filter(([, reply]) => isHtml(reply));
      expect(pages.length).toBeGreaterThan(8);
      expect(await problemsOf(everyKind(pages, 1))).toEqual([]);
      // The verifier asks the browser for its language.
      for (const [path, { body }] of pages.filter(([one]) => one !== "/verify.html"))
        expect([path, /<html lang="([\w-]+)/.exec(body)?.[1]]).toEqual([path, language]);
      const home = found.get("/")?.body ?? "";
      expect(home).toContain(`>${archive}</a>`);
      const note = pages.find(([path]) => path.includes("note"))?.[1].body ?? "";
      expect(note.split("Said once.")).toHaveLength(2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** A file as servers of files send it: the name of a folder leads to its page. */
async function readStatic(folder: string, url: string): Promise<Found> {
  const path = decodeURIComponent(url.split("?", 1)[0] ?? "");
  const asked = join(folder, path);
  const isFolder = (await stat(asked).catch(() => null))?.isDirectory() === true;
  const body = await readFile(isFolder ? join(asked, "index.html") : asked, "utf8").catch(() => null);
  const mediaType = isFolder || path.endsWith(".html") ? "text/html" : "other";
  const address = isFolder ? `${url.replace(/\/$/, "")}/` : url;
  return { status: body === null ? 404 : 200, mediaType, body: body ?? "", address };
}

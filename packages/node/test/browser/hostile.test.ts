import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { openVisit } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everyNth, isFull } from "../support/full.ts";
import { chunk } from "../support/hostile-strings/chunk.ts";
import {
  fillWithComments,
  fillWithPeople,
  fillWithPosts,
  hostileTexts,
  publishAll,
} from "../support/hostile-strings/fill-node.ts";
import { hostileFormulas, hostileMarkdown } from "../support/hostile-strings/markdown.ts";
import { hostileMarkup } from "../support/hostile-strings/markup.ts";
import type { TestNode } from "../support/test-network.ts";
import { serveHttps } from "../support/tls-server.ts";
import { createWallet } from "../support/wallet.ts";
import { type PageWatch, touchFrames, watchPages } from "../support/watch-page.ts";

const key = new Uint8Array(32).fill(7);
const title = `Ada</title>${hostileMarkup[0]}"'><img src=x onerror=alert(1)>`;

const fixture = useBrowserFixture();
let node: TestNode;
/** The page of each post and file. */
let posts: string[];
/** The page of a post with everything in it. */
let whole: string;
beforeAll(async () => {
  const privateKey = Buffer.from(key).toString("hex");
  node = await fixture.network.start({
    title,
    description: hostileMarkup.slice(40, 44).join(" "),
    privateKey,
  });
  const peer = await fixture.network.start({ title, description: `</meta>${hostileMarkup[1]}` });
  await node.follow(peer);
  posts = await fillWithPosts(node);
  const quoted = await publishAll(peer);
  await peer.settled();
  await node.settled();
  for (const part of chunk(quoted, 15)) {
    const { id } = await node.draft(part.join("\n\n"), "local");
    posts.push(`/publications/${id}`);
  }
  const { id } = await node.publish(hostileTexts.join("\n\n"), { slug: "everything" });
  whole = "/slug/everything";
  await fillWithPeople(node);
  await fillWithComments(node, id);
}, 300_000);

test("there are many strings, and most of them run where nothing is sanitized", async () => {
  expect(new Set(hostileTexts).size).toBe(hostileTexts.length);
  expect(hostileMarkup.length + hostileMarkdown.length + hostileFormulas.length).toBeGreaterThan(300);
  await using evil = await serveHttps(fixture.network.certificate, ({ url = "" }, response) => {
    const text = hostileMarkup[Number(url.slice(1)) - 1];
    const frames = hostileMarkup.map((_, index) => `<iframe src="/${index + 1}"></iframe>`).join("");
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html><body>${text ?? frames}`);
  });
  const visit = await openVisit(fixture.browser);
  const watch = await watchPages(visit, [evil.url().replace(/\/$/, "")]);
  const page = await watch.open(evil.url());
  await touchFrames(page);
  await page.waitForTimeout(500);
  await visit.close();
  const ran = new Set(watch.violations.map((what) => what.split(" ")[0]));
  expect(ran.size).toBeGreaterThan(hostileMarkup.length / 2);
  expect(watch.violations.join("\n")).toContain("asked https://evil.example/");
}, 120_000);

/** A browser without a content security policy and without a worker: pages must be safe without them. */
const browsers = [
  ["in a browser without policies", true],
  ["under the site's policy", false],
] as const;

describe("nothing runs", () => {
  async function look(
    act: (watch: PageWatch, visit: BrowserContext) => Promise<void>,
    ignoresPolicy = true,
  ): Promise<void> {
    const visit = await openVisit(fixture.browser, {
      ignoresPolicy,
      noWorkers: ignoresPolicy,
      wallet: createWallet(key),
    });
    const watch = await watchPages(visit, [node.url]);
    await act(watch, visit);
    // For what takes its time.
    await visit.pages()[0]?.waitForTimeout(300);
    await visit.close();
    expect(watch.violations).toEqual([]);
  }

  test("on lists: home, the archive, a tag, people", async () => {
    await look(async (watch) => {
      for (const start of ["/", "/archive", "/tags/hostile", "/followers", "/following"]) {
        for (let next: string | null = `${node.url}${start}`; next !== null; ) {
          next = await hrefOf(await watch.open(next), 'a[rel="next"]');
        }
      }
    });
  }, 240_000);

  test.each(everyNth(browsers, 2))(
    "on the page of each post, and of one with everything in it, %s",
    async (_name, ignoresPolicy) => {
      await look(async (watch) => {
        const some = ignoresPolicy ? everyNth(posts, 3) : posts.filter((_, index) => index % 4 === 0);
        for (const path of [whole, ...some]) await watch.open(`${node.url}${path}`);
      }, ignoresPolicy);
    },
    400_000,
  );

  test("in the results of a search, and in its query", async () => {
    await look(async (watch) => {
      for (const words of [
        "alert",
        "script",
        "onerror",
        "evil",
        "javascript",
        ...hostileMarkup.filter((_, index) => index % (isFull ? 10 : 40) === 0),
      ]) {
        await watch.open(`${node.url}/search?q=${encodeURIComponent(words)}`);
      }
    });
  }, 240_000);

  test("on the page for an unknown path", async () => {
    await look(async (watch) => {
      for (const text of hostileMarkup.filter((_, index) => index % (isFull ? 30 : 90) === 0)) {
        const part = encodeURIComponent(text);
        for (const path of [`/tags/${part}`, `/slug/${part}`, `/${part}`]) {
          await watch.open(`${node.url}${path}`);
        }
      }
    });
  }, 240_000);

  test("in a feed, as a browser shows it and as a feed reader does", async () => {
    await look(async (watch) => {
      for (const file of ["feed.xml", "atom.xml", "feed.json"]) {
        await watch.open(`${node.url}/${file}`);
        await watch.open(`${node.url}/tags/hostile/${file}`);
      }
      const page = await watch.open(`${node.url}/nowhere`);
      const contents = [...(await readXml(page, "/feed.xml")), ...(await readXml(page, "/atom.xml"))];
      const { items } = (await node.fetch("/feed.json")).json as { items: { content_html?: string }[] };
      contents.push(...items.map(({ content_html }) => content_html ?? ""));
      expect(contents.length).toBeGreaterThan(100);
      await page.evaluate((html) => {
        document.body.innerHTML = html;
      }, contents.join("\n"));
      await watch.probe(page);
    });
  }, 240_000);

  test.each(everyNth(browsers, 2))(
    "on the console's timeline, of everybody, %s",
    async (_name, ignoresPolicy) => {
      await look(async (watch, visit) => {
        const page = await visit.newPage();
        await page.goto(`${node.url}/console`);
        await page.locator(".sign-in button").first().click();
        await page.locator(".sign-in button", { hasText: "Sign in" }).click();
        await page.locator("[data-item]").first().waitFor();
        const more = page.locator("button.plain", { hasText: "More" });
        while ((await more.count()) > 0) {
          const before = await page.locator("[data-item]").count();
          await more.click();
          await expect.poll(() => page.locator("[data-item]").count()).toBeGreaterThan(before);
        }
        expect(await page.locator("[data-item]").count()).toBeGreaterThan(posts.length);
        await watch.probe(page);
      }, ignoresPolicy);
    },
    240_000,
  );
});

test("a file that is opened by itself runs nothing, whatever it calls itself", async () => {
  const all = hostileMarkup.join("\n");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;
  const files = [
    ["page.html", `<!doctype html>${all}`],
    ["page.xhtml", `<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`],
    ["picture.svg", svg],
    ["picture.bmp", svg],
    ["feed.xml", `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`],
    ["text", all],
  ] as const;
  const visit = await openVisit(fixture.browser);
  const watch = await watchPages(visit, [node.url]);
  const page = await visit.newPage();
  for (const [filename, text] of files) {
    const { contentHash, timestamp } = await node.publish(Buffer.from(text), { filename });
    // A file that the browser saves instead of showing it is no page.
    await page.goto(`${node.url}/ewp/contents/${contentHash}?timestamp=${timestamp}`).catch(() => null);
    await page.waitForTimeout(100);
  }
  await visit.close();
  // The browser tells of each script that it did not run.
  const allowed = /Blocked script execution|Content Security Policy|sandboxed/;
  expect(watch.violations.filter((what) => !allowed.test(what))).toEqual([]);
}, 120_000);

async function hrefOf(page: Page, selector: string): Promise<string | null> {
  const link = page.locator(selector);
  return (await link.count()) === 0
    ? null
    : await link.first().evaluate((one: HTMLAnchorElement) => one.href);
}

/** The texts that a reader's program takes for HTML: descriptions and contents of RSS, and parts of Atom that say so. */
async function readXml(page: Page, path: string): Promise<string[]> {
  const { body } = await node.fetch(path);
  return await page.evaluate((xml) => {
    const feed = new DOMParser().parseFromString(xml, "text/xml");
    if (feed.querySelector("parsererror")) throw new Error("The feed is no XML.");
    const inRss = [...feed.querySelectorAll("item > *")].filter(({ localName }) =>
      ["description", "encoded"].includes(localName),
    );
    return [...inRss, ...feed.querySelectorAll('[type="html"]')].map(({ textContent }) => textContent ?? "");
  }, body.toString("utf8"));
}

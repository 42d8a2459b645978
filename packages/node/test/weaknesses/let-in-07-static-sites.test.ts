import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { lookup } from "mime-types";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { looksLikePage } from "../../src/modules/export/static/locate.ts";
import { writeStaticSite } from "../../src/modules/export/static/write-site.ts";
import { insertOldAddress } from "../../src/store/publications/old-addresses.ts";
import { openBrowser, openVisit } from "../support/browser.ts";
import { everyNth } from "../support/full.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

const run = "<script>alert(document.domain)</script>";
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;
const xslt = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?>${xhtml}`;

/** Files that could run, with the type and the name that their uploader gives them. */
const uploads: readonly (readonly [filename: string, mediaType: string, text: string])[] = [
  ["page.html", "text/html", `<!doctype html>${run}`],
  ["page.htm", "text/html", `plain words, then ${run}`],
  ["page.xhtml", "application/xhtml+xml", xhtml],
  ["page.xht", "application/xhtml+xml", `<?xml version="1.0"?>${xhtml}`],
  ["page.shtml", "text/html", `<!--#exec cmd="id" -->${run}`],
  ["drawing.svg", "image/svg+xml", svg],
  ["drawing.xml", "text/xml", svg],
  ["sheet.xsl", "application/xslt+xml", xslt],
  ["data.xml", "application/xml", xslt],
  ["feed.rss", "application/rss+xml", xhtml],
  ["formula.mml", "application/mathml+xml", xhtml],
  ["words.md", "text/markdown", `---\nlayout: none\n---\n${run}`],
  ["data.json", "application/json", run],
  ["page.php", "application/x-httpd-php", `<?php echo 1 ?>${run}`],
  ["page.jsp", "text/x-jsp", run],
  ["page.mht", "multipart/related", `MIME-Version: 1.0\nContent-Type: text/html\n\n${run}`],
  ["no-ending", "application/x-something", `\n\n${run}`],
  ["script.js", "text/javascript", "alert(1)"],
  ["events.txt", "text/event-stream", run],
];

let node: HttpNode;
let folder: string;
let browser: Browser;
let files: string[];
beforeAll(async () => {
  node = await openHttpNode({ title: `Ada${run}`, description: run });
  folder = await mkdtemp(join(tmpdir(), "freehold-static-"));
  browser = await openBrowser();
  const links: string[] = [];
  for (const state of ["local", undefined] as const)
    for (const [filename, mediaType, text] of uploads) {
      // Other bytes, so that it is another content.
      const bytes = new TextEncoder().encode(`${text}${state === "local" ? "\n" : ""}`);
      const about = state === undefined ? {} : { state };
      const { id } = await node.publish(bytes, { filename, mediaType, ...about });
      links.push(`[${filename}](/publications/${id}/file)`);
    }
  const first = await node.publish(`${run}\n\n# Begins with a script\n\nsalted words`, { slug: "begins" });
  await node.publish(`<!doctype html><h1>As a page</h1>${run}`, { slug: "page" });
  await node.publish(
    `# Files\n\n${links.join("\n\n")}\n\n${run}\n\n$x^2$\n\n\`\`\`mermaid\ngraph LR; A-->B\n\`\`\`\n`,
  );
  await node.publish("# As written\n\nDie Straße, smørrebrød, カタカナ, ﾊﾝｶｸ, ｗｉｄｅ, café, 漢語。", {
    slug: "written",
  });
  await node.publish("# As folded\n\nDie Strasse, smorrebrod, かたかな, はんかく, wide, cafe, 汉语。", {
    slug: "folded",
  });
  await node.ctx.store.transaction(async (tx) => {
    for (const path of [`/old/${run}`, "/old/page.php", "/old/words.html", "/.htaccess", "/_headers"])
      await insertOldAddress(tx, path, first.id);
  });
  await writeStaticSite(node.ctx, { folder });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await node?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A server as most are: types by the ending, and for files without one what a setting says, or a guess. */
async function serve(unknown: "guessed" | "plain" | "none"): Promise<Server & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://any").pathname);
    const body = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path)).catch(
      () => null,
    );
    if (body === null) return void response.writeHead(404).end();
    const byEnding = lookup(extname(path)) || null;
    const guessed = looksLikePage(body.subarray(0, 512)) ? "text/html" : "text/plain";
    const type = byEnding ?? (unknown === "guessed" ? guessed : unknown === "plain" ? "text/plain" : null);
    response.writeHead(200, type === null ? {} : { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(server, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const pathOf = (file: string) => file.split("/").map(encodeURIComponent).join("/");

/** Opens each file. @returns those in which something ran, and what a policy has kept a page from */
async function open(base: string, some: readonly string[]) {
  const visit = await openVisit(browser, { noWorkers: true });
  const page = await visit.newPage();
  const [ran, refused]: [string[], string[]] = [[], []];
  let shown = "";
  page.on("dialog", async (dialog) => {
    ran.push(shown);
    await dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) refused.push(`${shown}: ${message.text()}`);
  });
  for (const file of some) {
    shown = file;
    // A file that the browser saves instead of showing it is no page.
    await page.goto(`${base}/${pathOf(file)}`).catch(() => null);
  }
  await visit.close();
  return { ran, refused };
}

describe("no file of a static site runs what was uploaded", () => {
  test("a script that may run is noticed by this test", async () => {
    await using server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(run);
    }) as Server & AsyncDisposable;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    expect((await open(urlOf(server), ["index.html"])).ran).toEqual(["index.html"]);
  });

  // pagefind and the verifier are programs of ours.
  const ofOthers = () => files.filter((file) => !/^(?:pagefind\/|assets\/|verify\.)/.test(file));

  test.each(everyNth(["guessed", "plain", "none"] as const, 3))(
    "over a server, with unknown types %s",
    async (unknown) => {
      await using server = await serve(unknown);
      expect(await open(urlOf(server), ofOthers())).toEqual({ ran: [], refused: [] });
    },
    180_000,
  );

  test("from a disk", async () => {
    expect(await open(pathToFileURL(folder).href, ofOthers())).toEqual({ ran: [], refused: [] });
  }, 180_000);

  test("also where the policy of pages is ignored, in what was uploaded", async () => {
    const contents = files.filter((file) => /^(?:ewp\/|publications\/\d+\/file)/.test(file));
    expect(contents.length).toBeGreaterThan(uploads.length);
    for (const file of contents) {
      const name = file.split("/").at(-1) ?? "";
      expect([file, /^(?:0x[0-9a-f]{64}|profile|publications)$|\.(?:txt|bin|json|png)$/.test(name)]).toEqual([
        file,
        true,
      ]);
      if (!name.includes("."))
        expect([file, looksLikePage(await readFile(join(folder, file)))]).toEqual([file, false]);
    }
  });
});

test("every page has a policy before what it loads, and its links lead to the files", async () => {
  const pages = files.filter((file) => file.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(20);
  for (const file of pages) {
    const html = await readFile(join(folder, file), "utf8");
    const at = html.search(/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/i);
    expect([file, at > 0 && at < html.search(/<(?:link|script|style|img)\b/)]).toEqual([file, true]);
    for (const [, link = ""] of html.matchAll(/href="([^"#]*\/publications\/\d+\/file[^"]*)"/g))
      expect(files).toContain(join(file, "..", decodeURIComponent(link)));
  }
});

test("the search works under its policy", async () => {
  await using server = await serve("none");
  const visit = await openVisit(browser, { noWorkers: true });
  const page = await visit.newPage();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${urlOf(server)}/search/index.html`);
  await page.locator("#search input").fill("salted");
  await page
    .locator("#search a", { hasText: /script|Begins/i })
    .first()
    .waitFor();
  const found = page.locator("#search .pagefind-ui__result-title a");
  const words = [
    "strasse",
    "STRASSE",
    "Straße",
    "smorrebrod",
    "Smørrebrød",
    "かたかな",
    "カタカナ",
    "ｶﾀｶﾅ",
    "ハンカク",
  ];
  for (const word of [...words, "wide", "ＷＩＤＥ", "CAFE", "café"]) {
    await page.locator("#search input").fill(word);
    await page.locator("#search").getByText(`for ${word}`).waitFor();
    expect([word, (await found.allTextContents()).sort()]).toEqual([word, ["As folded", "As written"]]);
  }
  expect(await page.locator("#search").getByText("folded:").count()).toBe(0);
  expect(refused).toEqual([]);
  await visit.close();
});

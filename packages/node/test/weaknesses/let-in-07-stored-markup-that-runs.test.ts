import { Readable } from "node:stream";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { takeAnyAddress, updateOwnProfile } from "../../src/domain/profile/update-profile.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { openBrowser, openVisit } from "../support/browser.ts";
import { chunk } from "../support/hostile-strings/chunk.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { serveHttps } from "../support/tls-server.ts";

const run = "<script>alert(1)</script>";
const title = `Ada</title>${run}"'><img src=x onerror=alert(1)>`;

let network: TestNetwork;
let node: TestNode;
let browser: Browser;
beforeAll(async () => {
  network = await createTestNetwork();
  node = await network.start({ title, description: `</meta>${run}"'>` });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await network?.[Symbol.asyncDispose]();
});

/** Opens addresses one after the other. @returns where something ran */
async function whereItRuns(
  urls: readonly string[],
  look: (page: Page) => Promise<void> = async () => {},
): Promise<string[]> {
  const visit = await openVisit(browser);
  const page = await visit.newPage();
  const ran: string[] = [];
  let shownUrl = "";
  page.on("dialog", async (dialog) => {
    ran.push(shownUrl);
    await dialog.dismiss();
  });
  for (const url of urls) {
    shownUrl = url;
    // What the browser saves instead of showing it is no page.
    const shown = await page.goto(url).catch(() => null);
    if (shown) await look(page);
  }
  await visit.close();
  return ran;
}

const markdown = [
  run,
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<details open ontoggle=alert(1)>",
  "<style>@import 'https://evil.example'</style><link rel=stylesheet href=//evil.example>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<scr\u0000ipt>alert(1)</scr\u0000ipt>",
  "<base href=https://evil.example/><meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt&colon;alert(1))",
  "[x](java&#10;script:alert(1))",
  "[x](&#x01;javascript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](vbscript:alert(1))",
  "[x](blob:https://evil.example/1)",
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
  '[x](https://a.example/"onclick="alert(1))',
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  '![x" onerror="alert(1)](/a.png)',
  '![](/a.png"onerror="alert(1))',
  '```js"><script>alert(1)</script>\ncode\n```',
  "`<script>alert(1)</script>`",
  "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
  "# <img src=x onerror=alert(1)>\n\ntext",
  "https://a.example/<script>alert(1)</script>",
  'www.a.example/"onmouseover="alert(1)',
];

/** What of a page could run, or call out. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    // What search engines read is no program; it has to be whole, whatever stands in it.
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
    for (const one of data) {
      JSON.parse(one.textContent ?? "");
      one.remove();
    }
    // The site's own islands.
    for (const own of document.querySelectorAll('script[type="module"][src^="/assets/"]')) own.remove();
    const all = [...document.querySelectorAll("*")];
    const odd = all.flatMap((one) =>
      [...one.attributes]
        .filter(({ name }) => /^on|^style$|^srcdoc$|^http-equiv$/.test(name))
        .map(({ name }) => `${one.tagName} ${name}`),
    );
    const tags = all
      .map(({ tagName }) => tagName.toLowerCase())
      .filter((name) => /^(script|iframe|object|embed|base|math|style)$/.test(name));
    const inText = [...document.querySelectorAll(".prose svg")].map(() => "svg");
    const links = [...document.querySelectorAll("a[href], area[href]")].map(
      (link) => (link as HTMLAnchorElement).protocol,
    );
    return {
      odd,
      tags,
      inText,
      links: [...new Set(links)].filter((scheme) => !["http:", "https:", "mailto:"].includes(scheme)),
    };
  });
  expect(found, page.url()).toEqual({ odd: [], tags: [], inText: [], links: [] });
}

describe("in a real browser", () => {
  test("a script that may run is noticed by this test", async () => {
    await using evil = await serveHttps(network.certificate, (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(run);
    });
    expect(await whereItRuns([evil.url()])).toEqual([evil.url()]);
  });

  it("nothing in a text runs, on its own page or on home", async () => {
    const urls = [`${node.url}/`, `${node.url}/?page=2`];
    for (const texts of [...chunk(markdown, 6), markdown]) {
      const { id } = await node.draft(texts.join("\n\n"), "local");
      urls.push(`${node.url}/publications/${id}`);
    }
    expect(await whereItRuns(urls, expectHarmless)).toEqual([]);
  }, 240_000);

  it("nothing in a path runs on the page for it", async () => {
    const text = encodeURIComponent(`"'><img src=x onerror=alert(1)>${run}`);
    const paths = [
      `/slug/${text}`,
      `/publications/${text}`,
      `/?page=${text}`,
      `/${text}`,
      `/comments/confirm?id=1&token=${text}`,
      `/comments/confirm?id=${text}&token=${"a".repeat(43)}`,
      `/assets/${text}`,
    ];
    expect(
      await whereItRuns(
        paths.map((path) => node.url + path),
        expectHarmless,
      ),
    ).toEqual([]);
  });
});

const files: ReadonlyArray<readonly [name: string, type: string, text: string]> = [
  ["page.html", "text/html", `<!doctype html>${run}<form action=https://evil.example><input></form>`],
  ["page.xhtml", "application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml">${run}</html>`],
  ["picture.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${run}</svg>`],
  ["picture.bmp", "image/png", `<svg xmlns="http://www.w3.org/2000/svg">${run}</svg>`],
  [
    "feed.xml",
    "text/xml",
    `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
  ],
  [
    "style.xml",
    "application/xml",
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:,x"?><a/>',
  ],
  ["mail.mht", "multipart/related", `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${run}`],
  ["code.js", "text/javascript", "alert(1)"],
  ["code.mjs", "application/javascript", "alert(1)"],
  ["old.js", "application/x-javascript", "alert(1)"],
  ["code.es", "text/ecmascript", "alert(1)"],
  [
    "paper.pdf",
    "application/pdf",
    "%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>",
  ],
  ["nothing", "", `${run}`],
];

async function upload(filename: string, mediaType: string, text: string): Promise<Publication> {
  const source = Readable.from([Buffer.from(text)]);
  return await createPublication(node.running.context, {
    kind: "FILE",
    state: "local",
    source,
    filename,
    mediaType,
  });
}

async function pathsOf([filename, mediaType, text]: (typeof files)[number]): Promise<string[]> {
  const { id } = await upload(filename, mediaType, text);
  const { contentHash, timestamp } = await node.publish(Buffer.from(text), { filename });
  return [`/publications/${id}/file`, `/ewp/contents/${contentHash}?timestamp=${timestamp}`];
}

describe("a file", () => {
  it("is served so that nothing in it runs, whatever its name and contents", async () => {
    const urls: string[] = [];
    for (const file of files) {
      for (const path of await pathsOf(file)) {
        for (const asked of [{}, { range: "bytes=0-5" }]) {
          const { status, headers } = await node.fetch(path, { headers: asked });
          expect(status, file[0]).toBeLessThan(300);
          expect(headers["content-security-policy"], file[0]).toBe("sandbox; default-src 'none'");
          expect(headers["x-content-type-options"], file[0]).toBe("nosniff");
          expect(headers["content-type"], file[0]).not.toMatch(/svg|script/);
        }
        urls.push(node.url + path);
      }
    }
    expect(await whereItRuns(urls)).toEqual([]);
  }, 240_000);

  it("that is a script can't be loaded by a page of this node", async () => {
    const paths: string[] = [];
    for (const file of files.filter(([name]) => /\.(m?js|es)$/.test(name)))
      paths.push(...(await pathsOf(file)));
    const taken = await whereItRuns([`${node.url}/console`], async (page) => {
      const loaded = await page.evaluate(async (scripts) => {
        const load = (src: string, type: string) =>
          new Promise<boolean>((resolve) => {
            const script = Object.assign(document.createElement("script"), { src, type });
            script.onload = () => resolve(true);
            script.onerror = () => resolve(false);
            document.head.append(script);
          });
        const works = async (act: () => Promise<unknown>) =>
          await act().then(
            () => true,
            () => false,
          );
        const results: boolean[] = [];
        for (const src of scripts) {
          results.push(await load(src, ""), await load(src, "module"));
          results.push(await works(() => navigator.serviceWorker.register(src)));
        }
        return results;
      }, paths);
      expect(loaded).toEqual(loaded.map(() => false));
      expect(loaded.length).toBe(paths.length * 3);
    });
    expect(taken).toEqual([]);
  });

  it("has a name that stays inside its header", async () => {
    const names = [
      'a"; filename="evil.html',
      "a\r\nSet-Cookie: session=evil\r\n\r\n<script>alert(1)</script>",
      "a\nContent-Type: text/html",
      "photo\u202Egnp.html",
      "../../../etc/passwd",
      "C:\\Windows\\system32\\evil.exe",
      "ä日本語😀\uD800.txt",
      `${"%22".repeat(20)}.txt`,
      "a;b,c=d'(e)*.txt",
    ];
    for (const name of names) {
      const { id } = await upload(name, "text/plain", `named ${name}`);
      const { headers } = await node.fetch(`/publications/${id}/file`);
      const [disposition = "", type = ""] = [headers["content-disposition"], headers["content-type"]];
      expect(disposition, name).toMatch(
        /^inline; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/,
      );
      expect(disposition.match(/"/g), name).toHaveLength(2);
      expect(decodeURIComponent(disposition), name).not.toMatch(/[\r\n/\\\u202e]/);
      expect([type, headers["set-cookie"]], name).toEqual(["text/plain", undefined]);
    }
  });
});

describe("a mail", () => {
  it("takes no header from a title, a name, or an address", async () => {
    await using mail = await startMailServer(network.certificate);
    const { context } = node.running;
    const title = "Ada\r\nBcc: eve@example.org\r\n\r\nBuy this";
    const meaning = {
      ownerAddress: node.signer.address,
      url: node.url,
      title,
      description: "",
      timestamp: Math.floor(Date.now() / 1000) + 1,
    };
    const message = node.signer.sign("NodeProfileUpdate", meaning);
    await updateOwnProfile(context, [message], takeAnyAddress);
    await updateSettings(context, { mailTransport: mail.url(), mailFrom: "ada@example.com" });
    for (const from of [
      "ada@example.com\r\nBcc: eve@example.org",
      "ada@example.com, eve@example.org",
      "Ada <ada@example.com>",
    ]) {
      await expect(updateSettings(context, { mailFrom: from })).rejects.toThrow("mailFrom");
    }
    const { id } = await node.draft("# To comment on", "local");
    const comment = async (authorId: string, authorName = "Bea") => {
      const query =
        "mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }";
      const input = {
        publicationId: String(id),
        body: "Hello\r\nBcc: eve@example.org",
        authType: "EMAIL",
        authorId,
        authorName,
      };
      const { json } = await node.fetch("/api/graphql", {
        method: "POST",
        body: { query, variables: { input } },
      });
      return Object(json).errors?.[0].extensions.code;
    };
    for (const address of [
      "bea@example.org\r\nBcc: eve@example.org",
      "bea@example.org,eve@example.org",
      "bea@example.org\neve@example.org",
      "<bea@example.org>",
      "Bea <bea@example.org>",
      "bea@example.org?cc=eve@example.org\r\n",
    ]) {
      expect(await comment(address), address).toBe("VALIDATION_FAILED");
    }
    expect(await comment("bea@example.org", "Bea\r\nBcc: eve@example.org")).toBe("VALIDATION_FAILED");
    expect(await comment("bea@example.org")).toBeUndefined();
    await node.settled();
    expect(mail.received.map(({ to }) => to)).toEqual([["bea@example.org"]]);
    const [head = ""] = mail.received[0]?.source.split("\r\n\r\n") ?? [];
    expect(head).not.toMatch(/^(bcc|cc):/im);
    expect(head).toMatch(/^To: bea@example.org$/m);
    // The title is the owner's own, on one line; of the comment there is nothing.
    expect(head).toMatch(/^Subject: .* on Ada Bcc: eve@example.org Buy this$/m);
    expect(mail.received[0]?.source).not.toContain("Hello");
  });
});

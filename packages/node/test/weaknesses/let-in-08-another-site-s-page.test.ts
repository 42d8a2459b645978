import type { IncomingMessage, ServerResponse } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "../../src/domain/access/sign-in.ts";
import { readSignInMessage } from "../../src/domain/access/sign-in-message.ts";
import { openBrowser, openVisit } from "../support/browser.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { serveHttps, type TestServer } from "../support/tls-server.ts";
import { createWallet } from "../support/wallet.ts";

const key = new Uint8Array(32).fill(7);
const mutation =
  'mutation { generateIntegrationToken(input: { label: "stolen", scopes: ["manage:settings"] }) { token } }';

let network: TestNetwork;
let node: TestNode;
let evil: TestServer;
let browser: Browser;
let session: string;
/** The pages of the attacker, by their paths. */
const pages = new Map<string, string>();
beforeAll(async () => {
  network = await createTestNetwork();
  node = await network.start({ title: "Ada", privateKey: Buffer.from(key).toString("hex") });
  evil = await serveHttps(network.certificate, (request: IncomingMessage, response: ServerResponse) => {
    const html = pages.get(new URL(request.url ?? "/", "https://evil").pathname);
    response.writeHead(html ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(html ?? "");
  });
  browser = await openBrowser();
  session = await openSession();
});
afterAll(async () => {
  await browser?.close();
  await evil?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
});

/** As over HTTPS. */
const cookieName = "__Host-freehold_session";

async function openSession(): Promise<string> {
  const { context } = node.running;
  const site = { domain: new URL(node.url).host, uri: `${node.url}/` };
  const wallet = createWallet(key);
  const { message } = await readSignInMessage(context, { address: wallet.address, ...site });
  return (await signIn(context, { message, signature: await wallet.signMessage(message), ...site })).token;
}

/** The owner's browser, with the session in its cookie, as the node gives it. */
async function openOwner(): Promise<BrowserContext> {
  const visit = await openVisit(browser);
  const cookie = { name: cookieName, value: session, url: node.url };
  await visit.addCookies([{ ...cookie, httpOnly: true, secure: true, sameSite: "Strict" }]);
  return visit;
}

/** Opens a page of the attacker's, on another site or on another port of the same one. */
async function visitEvil(
  visit: BrowserContext,
  host: "127.0.0.1" | "localhost",
  html: string,
): Promise<Page> {
  pages.set("/page", `<!doctype html><title>Win a prize</title>${html}`);
  const page = await visit.newPage();
  await page.goto(evil.url("/page", host));
  return page;
}

async function labels(): Promise<string[]> {
  const rows = await node.running.context.store.db
    .selectFrom("tokens")
    .select("label")
    .where("kind", "=", "integration")
    .execute();
  return rows.map(({ label }) => label);
}

describe("in a browser with the owner's session, a page of another site", () => {
  it.each(["127.0.0.1", "localhost"] as const)("changes and reads nothing by a script (%s)", async (host) => {
    const visit = await openOwner();
    const page = await visitEvil(visit, host, "");
    const answers = await page.evaluate(
      async ({ url, query }) => {
        const body = JSON.stringify({ query });
        const form = new FormData();
        form.set("operations", body);
        const tries: Array<[string, RequestInit]> = [
          ["/api/graphql", { method: "POST", body, headers: { "content-type": "application/json" } }],
          ["/api/graphql", { method: "POST", body, mode: "no-cors" }],
          [
            "/api/graphql",
            { method: "POST", body: new Blob([body], { type: "text/plain" }), mode: "no-cors" },
          ],
          ["/api/graphql", { method: "POST", body: new URLSearchParams({ query }), mode: "no-cors" }],
          ["/api/graphql", { method: "POST", body: form, mode: "no-cors" }],
          ["/api/graphql", { method: "POST", body: form, headers: { "graphql-require-preflight": "1" } }],
          [`/api/graphql?query=${encodeURIComponent(query)}`, { mode: "no-cors" }],
          ["/api/graphql", { method: "PUT", body }],
          ["/console", {}],
          ["/api/install", {}],
          ["/", {}],
        ];
        const found: string[] = [];
        for (const [path, init] of tries) {
          try {
            const reply = await fetch(url + path, { credentials: "include", ...init });
            found.push(await reply.text());
          } catch {
            found.push("");
          }
        }
        navigator.sendBeacon(`${url}/api/graphql`, new Blob([body], { type: "text/plain" }));
        return found;
      },
      { url: node.url, query: mutation },
    );
    expect(answers).toEqual(answers.map(() => ""));
    expect(await labels()).toEqual([]);
    await visit.close();
  });

  it.each([
    ["application/x-www-form-urlencoded", "query"],
    ["multipart/form-data", "operations"],
    ["text/plain", '{"query":'],
  ])("changes nothing by a form of %s", async (type, name) => {
    const visit = await openOwner();
    const value = name.startsWith("{")
      ? `${JSON.stringify(mutation)},"x":"=`
      : name === "query"
        ? mutation
        : JSON.stringify({ query: mutation });
    for (const host of ["127.0.0.1", "localhost"] as const) {
      const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      const page = await visitEvil(
        visit,
        host,
        `<form method="post" action="${node.url}/api/graphql" enctype="${type}"><input name="${escaped(name)}" value="${escaped(value)}"></form>`,
      );
      const [reply] = await Promise.all([
        page.waitForResponse((one) => one.url().startsWith(node.url)),
        page.evaluate(() => document.forms[0]?.submit()),
      ]);
      expect(reply.status()).toBeGreaterThanOrEqual(400);
    }
    expect(await labels()).toEqual([]);
    await visit.close();
  });

  it("can't frame the node: no clickjacking", async () => {
    const visit = await openOwner();
    const paths = [
      "/console",
      "/console/graphql",
      "/",
      "/comments/confirm?id=1&token=a",
      "/nothing",
      "/preferences",
    ];
    const page = await visitEvil(
      visit,
      "localhost",
      paths.map((path) => `<iframe src="${node.url}${path}"></iframe>`).join(""),
    );
    await page.waitForLoadState("networkidle");
    const shown = page
      .frames()
      .filter((frame) => frame !== page.mainFrame() && frame.url().startsWith(node.url));
    expect(shown).toEqual([]);
    // A page of the attacker's own is framed: the browser would have shown the others.
    pages.set("/own", "<p>Here</p>");
    await page.evaluate(
      (src) => {
        const frame = document.createElement("iframe");
        frame.src = src;
        document.body.append(frame);
      },
      evil.url("/own", "localhost"),
    );
    await expect.poll(() => page.frames().some((frame) => frame.url().endsWith("/own"))).toBe(true);
    await visit.close();
  });

  it("while a page of the node's own acts with the same cookie", async () => {
    const visit = await openOwner();
    const page = await visit.newPage();
    await page.goto(`${node.url}/console`);
    const kind = await page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch("/api/graphql", {
        method: "POST",
        headers,
        body: '{"query":"{ viewer { kind } }"}',
      });
      return (await reply.json()).data.viewer.kind;
    });
    expect(kind).toBe("CLIENT");
    const kept = await page.evaluate(() => [
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      document.documentElement.outerHTML,
    ]);
    expect(kept.join()).not.toContain(session);
    await visit.close();
  });
});

describe("over HTTP", () => {
  const evilOrigin = "https://evil.example";

  it("a cookie counts only for the node's own pages, whatever else a request says", async () => {
    const ask = async (headers: Record<string, string>) => {
      const all = { cookie: `${cookieName}=${session}`, ...headers };
      const { status, json } = await node.fetch("/api/graphql", {
        method: "POST",
        headers: all,
        body: { query: "{ viewer { kind } }" },
      });
      return Object(json).data?.viewer.kind ?? status;
    };
    const { host } = new URL(node.url);
    for (const headers of [
      {},
      { origin: evilOrigin },
      { origin: "null" },
      { origin: `http://${host}` },
      { origin: `${node.url}.evil.example` },
      { origin: node.url, "sec-fetch-site": "cross-site" },
      { origin: node.url, "sec-fetch-site": "same-site" },
      { origin: evilOrigin, "sec-fetch-site": "same-origin" },
      { origin: evilOrigin, "x-forwarded-host": "evil.example" },
      { origin: node.url, "content-type": "text/plain" },
      { origin: node.url, "content-type": "application/x-www-form-urlencoded" },
    ]) {
      expect(await ask(headers), JSON.stringify(headers)).toBe(403);
    }
    expect(await ask({ origin: node.url })).toBe("CLIENT");
    expect(await ask({ "sec-fetch-site": "same-origin" })).toBe("CLIENT");
  });

  it("no other origin is allowed with credentials, and public data is shared without them", async () => {
    const { contentHash, timestamp } = await node.publish("# Public");
    const paths = [
      "/",
      "/console",
      "/console/graphql",
      "/api/install",
      "/api/visitors",
      "/api/graphql",
      "/readyz",
      "/livez",
      "/ewp/profile",
      "/ewp/publications?since=0",
      `/ewp/contents/${contentHash}?timestamp=${timestamp}`,
      "/nothing",
    ];
    for (const path of paths) {
      for (const method of ["GET", "POST", "OPTIONS"] as const) {
        const asked = {
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        };
        const { headers } = await node.fetch(path, {
          method,
          headers: { origin: evilOrigin, cookie: `${cookieName}=${session}`, ...asked },
        });
        const allowed = headers["access-control-allow-origin"];
        expect(headers["access-control-allow-credentials"], `${method} ${path}`).toBeUndefined();
        expect(allowed, `${method} ${path}`).toBe(
          method === "GET" && path.startsWith("/ewp/") ? "*" : undefined,
        );
        expect(headers["access-control-allow-headers"], `${method} ${path}`).toBeUndefined();
      }
    }
  });

  it("every page has a policy against foreign scripts, and none holds the session", async () => {
    await node.publish("# A page", { slug: "a-page" });
    for (const path of [
      "/",
      "/slug/a-page",
      "/console",
      "/console/anything",
      "/console/graphql",
      "/nothing",
      "/comments/confirm?id=1&token=x",
      "/?page=0",
    ]) {
      const { headers, body } = await node.fetch(path, {
        headers: { cookie: `${cookieName}=${session}`, accept: "text/html" },
      });
      const policy = headers["content-security-policy"] ?? "";
      expect(headers["content-type"], path).toMatch(/^text\/html/);
      for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action '"])
        expect(policy, path).toContain(rule);
      expect(policy, path).toContain("style-src 'self'");
      expect(policy, path).not.toMatch(/unsafe-|script-src[^;]*(\*|https?:|data:|blob:)/);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(body.toString(), path).not.toContain(session);
      expect(body.toString(), path).not.toMatch(/<script(?![^>]*\s(src=|type="application\/ld\+json"))/i);
      expect(body.toString().match(/\son\w+\s*=/gi) ?? [], path).toEqual([]);
    }
  });

  it("a reader's choice of language or theme never redirects to another site", async () => {
    const choose = async (referer: string, body = "theme=dark") => {
      const headers = { "content-type": "application/x-www-form-urlencoded", referer };
      return (await node.fetch("/preferences", { method: "POST", headers, body })).headers.location;
    };
    for (const from of [
      "https://evil.example/page",
      "//evil.example",
      `https://${new URL(node.url).host}@evil.example/`,
      `https://evil.example/${new URL(node.url).host}`,
      "javascript:alert(1)",
      "",
    ]) {
      expect(await choose(from), from).toBe("/");
    }
    expect(await choose(`${node.url}//evil.example/x`)).toBe("/evil.example/x");
    expect(await choose(`${node.url}/\\evil.example`)).toBe("/evil.example");
    expect(await choose(`${node.url}/a`, "theme=dark&back=https://evil.example")).toBe("/a");
    expect(await choose(`${node.url}/slug/a-page`)).toBe("/slug/a-page");
  });
});

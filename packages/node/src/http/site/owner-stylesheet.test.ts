import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { createServer } from "../server.ts";
import { appliesOwnerStylesheet } from "./apps/site-assets.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
  await node.publish("# Under it", { slug: "under-it" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string) => node.app.inject({ url });
const applyStylesheet = (stylesheet: string | null) => updateSettings(node.ctx, { stylesheet });
const sheetsOf = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => path);
const ownStylesheetOf = async (url: string) => {
  const own = sheetsOf((await get(url)).body).filter((path) => path.startsWith("/assets/theme."));
  expect(own.length).toBeLessThan(2);
  return own[0] ?? null;
};

describe("the owner's stylesheet", () => {
  test("stands after the site's on every public page, as a file of its own that is kept for ever", async () => {
    const css = `:root { --paper: #fdf6e3; }\n/* </style><script>alert("日记")</script> */`;
    await applyStylesheet(css);
    const pages = ["/", "/slug/under-it", "/archive", "/search?q=under", "/followers", "/verify", "/nowhere"];
    for (const url of pages) {
      const sheets = sheetsOf((await get(url)).body);
      expect([url, sheets]).toEqual([
        url,
        [
          expect.stringMatching(/^\/assets\/site\.[0-9a-f]{12}\.css$/),
          expect.stringMatching(/^\/assets\/theme\.[0-9a-f]{12}\.css$/),
        ],
      ]);
      expect((await get(url)).body).not.toContain("fdf6e3");
    }
    const reply = await get((await ownStylesheetOf("/")) ?? "");
    expect([reply.statusCode, reply.body]).toEqual([200, css]);
    expect(reply.headers).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "public, immutable, max-age=31536000",
      "content-security-policy": "default-src 'none'",
    });
  });

  test("leaves the policy of the pages as it is", async () => {
    await applyStylesheet(null);
    const before = (await get("/")).headers["content-security-policy"];
    await applyStylesheet("p { color: red }");
    expect((await get("/")).headers["content-security-policy"]).toBe(before);
    expect(before).toContain("style-src 'self';");
  });

  test("is never on the console, nor on what goes wrong there", async () => {
    await applyStylesheet("body { display: none }");
    expect(await ownStylesheetOf("/")).not.toBeNull();
    for (const url of ["/console", "/console/settings/site", "/%63onsole", "/console?x", "/install?x"]) {
      expect([url, await ownStylesheetOf(url)]).toEqual([url, null]);
    }
    await using empty = await openHttpNode({ install: false });
    await updateSettings(empty.ctx, { stylesheet: "body { display: none }" });
    expect((await empty.app.inject("/")).body).toContain("/assets/theme.");
    expect((await empty.app.inject("/install")).body).not.toContain("/assets/theme.");
  });

  test("shows at once when it changes, on pages that are kept and on those that failed", async () => {
    for (const url of ["/", "/slug/under-it", "/nowhere"]) {
      await applyStylesheet("p { color: red }");
      const first = { page: await get("/"), own: await ownStylesheetOf("/") };
      const early = await ownStylesheetOf(url);
      await applyStylesheet("p { color: green }");
      const again = await node.app.inject({
        url: "/",
        headers: { "if-none-match": String(first.page.headers.etag) },
      });
      expect(again.statusCode).toBe(200);
      const late = await ownStylesheetOf(url);
      expect([early, late === early]).toEqual([first.own, false]);
      expect((await get(late ?? "")).body).toBe("p { color: green }");
      // A page that was sent a moment ago still finds the one before.
      expect((await get(early ?? "")).body).toBe("p { color: red }");
      await applyStylesheet("");
      await get("/");
      expect(await ownStylesheetOf(url)).toBeNull();
    }
  });

  test("is there again after a start, before any page was asked for", async () => {
    await applyStylesheet("p { color: blue }");
    const path = (await ownStylesheetOf("/")) ?? "";
    const again = await createServer(node.ctx, {});
    try {
      expect((await again.inject(path)).body).toBe("p { color: blue }");
    } finally {
      await again.close();
    }
  });
});

test.each([
  ["/", true],
  ["/slug/:slug", true],
  ["/consoles", true],
  ["/installation", true],
  ["/console", false],
  ["/console/*", false],
  ["/console?x=1", false],
  ["/install", false],
])("a route %s wears it: %s", (route, isWorn) => {
  expect(appliesOwnerStylesheet(route)).toBe(isWorn);
});

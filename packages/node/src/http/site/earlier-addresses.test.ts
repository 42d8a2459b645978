import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { takeAnyAddress, updateOwnProfile } from "../../domain/profile/update-profile.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ settings: { PORT: "8543", FREEHOLD_URL: "https://new.example" } });
});
afterAll(() => node[Symbol.asyncDispose]());

const get = (url: string) => node.app.inject({ url, headers: { host: "new.example" } });

/** Signs that the node is at another address, as `freehold moved` does. */
async function move(url: string): Promise<void> {
  const own = await node.ctx.owner.get();
  const meaning = {
    ownerAddress: node.address,
    url,
    title: "Ada",
    description: "",
    timestamp: (own?.updatedAt ?? 0) + 1,
  };
  await updateOwnProfile(node.ctx, [node.sign("NodeProfileUpdate", meaning)], takeAnyAddress);
}

test("texts that name an address of before show the present one, and their signed bytes stay", async () => {
  const { id: linked } = await node.publish("# The first");
  const picture = await node.publish(
    Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64"),
    {
      filename: "dot.gif",
    },
  );
  const text = [
    "# Links",
    `[one](https://ada.example/publications/${linked}) and <http://localhost:8543/publications/${linked}>`,
    `![dot](http://localhost:8543/ewp/contents/${picture.contentHash})`,
    `https://ada.example/publications/${linked}`,
  ].join("\n\n");
  const post = await node.publish(text);
  await move("https://new.example");
  const page = (await get(`/publications/${post.id}`)).body;
  expect(page).toContain(`<a href="/publications/${linked}" rel="noopener noreferrer">one</a>`);
  expect(page).toContain(`>https://new.example/publications/${linked}</a>`);
  expect(page).toContain(`<img src="/ewp/contents/${picture.contentHash}`);
  expect(page).toContain('<p class="quoted-title">The first</p>');
  expect(page).not.toContain("localhost");
  expect(page).not.toContain("ada.example");
  for (const feed of ["/feed.xml", "/feed.json", "/atom.xml"]) {
    const { body } = await get(feed);
    expect([feed, body.includes("localhost"), body.includes("ada.example/pub")]).toEqual([
      feed,
      false,
      false,
    ]);
    expect([feed, body.includes(`https://new.example/publications/${linked}`)]).toEqual([feed, true]);
  }
  expect((await get(`/publications/${post.id}.md`)).body).toBe(text);
});

test("an address that the node has again is not one of before", async () => {
  await move("https://other.example");
  await move("https://new.example");
  expect((await node.ctx.owner.get())?.earlierUrls.slice(0, 2)).toEqual([
    "https://other.example",
    "https://ada.example",
  ]);
});

const at = async (
  host: string,
  url: string,
  about: { method?: "GET" | "HEAD" | "POST"; headers?: object } = {},
) => {
  const { method = "GET", headers = {} } = about;
  const { statusCode, headers: sent } = await node.app.inject({ method, url, headers: { host, ...headers } });
  return [statusCode, sent.location ?? null];
};

test("an earlier host leads to the same path at the present one", async () => {
  for (const url of [
    "/",
    "/archive?page=2",
    "/feed.xml",
    "/slug/none",
    "/2014/05/post/",
    "/sitemap.xml",
    "/console",
  ])
    for (const method of ["GET", "HEAD"] as const)
      expect([url, ...(await at("ada.example", url, { method }))]).toEqual([
        url,
        301,
        `https://new.example${url}`,
      ]);
  for (const host of ["OTHER.example", "other.example.", "other.example:443", "Ada.example.:80"])
    expect([host, ...(await at(host, "/tags"))]).toEqual([host, 301, "https://new.example/tags"]);
  const { headers } = await node.app.inject({ url: "/", headers: { host: "ada.example" } });
  // A node that moves back must not be out of reach for long.
  expect(headers["cache-control"]).toBe("public, max-age=3600");
});

test("the protocol, programs, certificates and every other host are answered where they came", async () => {
  for (const url of [
    "/ewp/profile",
    "/ewp/publications",
    "/api/openapi.json",
    "/.well-known/agent-skills/index.json",
    "/.well-known/acme-challenge/a",
    "/livez",
    "/readyz",
    "/worker.js",
    "/console/worker.js",
    "/offline",
    "//evil.example/",
  ])
    expect([url, (await at("ada.example", url))[1] ?? ""]).not.toEqual([
      url,
      expect.stringContaining("new.example"),
    ]);
  for (const host of [
    "new.example",
    "New.example.:443",
    "ada.example:8443",
    "127.0.0.1:8543",
    "192.0.2.1",
    "localhost:8543",
    "ada.example.net",
    "unknown.example",
  ])
    expect([host, ...(await at(host, "/archive"))]).toEqual([host, 200, null]);
  const headers = { "x-forwarded-host": "new.example" };
  expect(await at("ada.example", "/archive", { headers })).toEqual([200, null]);
  const [status, location] = await at("ada.example", "/subscribe", { method: "POST" });
  expect([Number(status) < 300 || Number(status) >= 400, location]).toEqual([true, null]);
});

test("redirects end where a proxy writes the old host into every request, and begin again with the new one", async () => {
  const ask = async () => (await at("ada.example", "/about"))[0];
  expect([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([
    301, 301, 301, 301, 301, 200,
  ]);
  expect(await at("new.example", "/")).toEqual([200, null]);
  expect(await ask()).toBe(301);
});

import { expect, test } from "vitest";
import { openHttpNode } from "../../../test/support/http-node.ts";

test("a signed post has a badge that other sites may show, and nothing else has one", async () => {
  await using node = await openHttpNode();
  const { id, contentHash } = await node.publish("# Mine", { slug: "mine" });
  const get = (path: string) => node.app.inject({ url: path });
  const badges = await Promise.all(
    [`/badge/${contentHash}.svg`, "/badge/mine.svg", `/badge/${id}.svg`, "/badge/mine.svg?theme=dark"].map(
      get,
    ),
  );
  expect(badges.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const [first, , , dark] = badges;
  expect(first?.headers).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=300",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(first?.body).toMatch(/<title>Signed by .*, verify it<\/title>/);
  expect(first?.body).not.toMatch(/<script|<style|href/);
  expect(dark?.body).not.toBe(first?.body);
  for (const path of [
    "/badge/other.svg",
    "/badge/mine.png",
    "/badge/mine",
    `/badge/0x${"1".repeat(64)}.svg`,
  ]) {
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  }
  const page = (await get(`/slug/mine`)).body;
  expect(page).toContain(`/verify?of=${contentHash}`);
  expect(page).toContain(`&lt;img src=`);
});

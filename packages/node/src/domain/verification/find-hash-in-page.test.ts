import { expect, test } from "vitest";
import { openHttpNode } from "../../../test/support/http-node.ts";
import { readHashInPage } from "./find-hash-in-page.ts";
import { readRemoteSubject, readSubject } from "./read-subject.ts";

test("the page of a signed post names its hash, and that of a local one none", async () => {
  await using node = await openHttpNode();
  const { id, contentHash } = await node.publish("# Mine");
  const { body } = await node.app.inject({ url: `/publications/${id}` });
  expect(readHashInPage(body)).toBe(contentHash);
  expect(readHashInPage((await node.app.inject({ url: "/" })).body)).toBeNull();
  expect(readHashInPage(`data-proof="${"x".repeat(1_000_000)}`)).toBeNull();
});

const hash = `0x${"ab".repeat(32)}`;
const url = "https://a.example/node";

test("a URL is of a node, or of something that it published", () => {
  const all = { at: "all", url } as const;
  const found = { at: "node", url, contentHash: null, slug: null, timestamp: null };
  expect([url, `${url}/`, ` ${url} `].map(readRemoteSubject)).toEqual([all, all, all]);
  expect(readRemoteSubject(`${url}/slug/%E7%9B%90`)).toEqual({ ...found, slug: "盐" });
  expect(readRemoteSubject(`${url}/publications/salt`)).toEqual({ ...found, slug: "salt" });
  expect(readRemoteSubject(`${url}/publications/12?x=1`)).toEqual({
    ...found,
    page: `${url}/publications/12`,
  });
  expect(readRemoteSubject(`${url}/ewp/contents/${hash}?timestamp=7`)).toEqual({
    ...found,
    contentHash: hash,
    timestamp: 7,
  });
  for (const text of [
    "",
    "https://",
    "http://a.example",
    `https://me:you@a.example`,
    `${url}/ewp/contents/12`,
    `${url}?a=1`,
  ]) {
    expect([text, readRemoteSubject(text)]).toEqual([text, null]);
  }
});

const own = { url, earlierUrls: ["https://before.example"] };

test("a post at an address that this node had before is one of this node", () => {
  expect(readSubject("https://before.example/slug/salt", own)).toEqual({ at: "here", key: { slug: "salt" } });
  expect(readSubject("https://before.example.net/slug/salt", own)).toMatchObject({ at: "node" });
});

test("a short name is one of this node, and a number stays one", () => {
  expect(readSubject("salt-2", own)).toEqual({ at: "here", key: { slug: "salt-2" } });
  expect(readSubject("12", own)).toEqual({ at: "here", key: { id: 12 } });
  expect(readSubject("two words", own)).toBeNull();
});

import { expect, test } from "vitest";
import { isForReaders, isPartOfPage, mayCachePage, mayCacheReply, standInFor } from "./cache-policy.ts";

const at = (path: string) => new URL(path, "https://ada.example");

test.each([
  "/",
  "/?page=2",
  "/slug/salt",
  "/slug/%E7%9B%90?comments=MTA",
  "/publications/12",
  `/publications/0x${"ab".repeat(32)}`,
  "/archive?page=3",
  "/tags/sea?after=MTAuMTA",
  "/followers",
  "/following?after=MTA",
  "/verify",
])("%s may be saved", (path) => {
  expect(mayCachePage(at(path))).toBe(true);
});

const token = "t".repeat(43);

test.each([
  "/api/graphql",
  "/console",
  "/console/write",
  "/install",
  `/comments/confirm?id=1&token=${token}`,
  `/comments/delete?id=1&token=${token}`,
  "/comments/1/delete",
  "/comments/sent?post=1",
  "/verify?of=12",
  "/search?q=me",
  `/?token=${token}`,
  `/slug/salt?token=${token}`,
  `/slug/salt?comments=MTA&token=${token}`,
  "/?page=one",
  "/archive?after=a%20b",
  "/publications/12/file",
  "/publications/12/card.png",
  "/offline",
  "/worker.js",
  "/feed.xml",
  "/tags/sea/feed.xml",
  "/ewp/profile",
])("%s may not be saved", (path) => {
  expect(mayCachePage(at(path))).toBe(false);
});

const page = { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" };
const reply = (headers: Record<string, string>, status = 200, redirected = false) => ({
  status,
  redirected,
  headers: new Headers(headers),
});

test("a reply is saved if it is a whole page and not personal", () => {
  expect(mayCacheReply(reply(page))).toBe(true);
  for (const status of [201, 206, 304, 404, 500, 503]) expect(mayCacheReply(reply(page, status))).toBe(false);
  expect(mayCacheReply(reply(page, 200, true))).toBe(false);
  for (const cache of ["no-store", "private", "private, max-age=60", "max-age=0, no-store"])
    expect(mayCacheReply(reply({ ...page, "cache-control": cache }))).toBe(false);
  expect(mayCacheReply(reply({ ...page, "content-type": "application/json" }))).toBe(false);
  expect(mayCacheReply(reply({ "content-type": page["content-type"] }))).toBe(false);
  const answer = {
    ...reply(page),
    headers: { get: (name: string) => new Headers(page).get(name), has: () => true },
  };
  expect(mayCacheReply(answer as unknown as Response)).toBe(false);
});

test("parts of a page are recognised by path and destination", () => {
  const image = { destination: "image" } as const;
  const fetched = { destination: "" } as const;
  for (const path of ["/ewp/avatar", "/ewp/contents/0x1?timestamp=2", "/publications/1/diagrams/1.svg"]) {
    expect([path, isPartOfPage(at(path), image)]).toEqual([path, true]);
    expect([path, isPartOfPage(at(path), fetched)]).toEqual([path, false]);
  }
  expect(isPartOfPage(at("/assets/site.x.css"), { destination: "style" })).toBe(true);
  for (const path of ["/ewp/profile", "/publications/1/file", "/api/contents/1", "/livez"])
    expect([path, isPartOfPage(at(path), image)]).toEqual([path, false]);
});

test("paths of programs get no offline page", () => {
  for (const path of ["/", "/search?q=a", "/slug/file", "/nowhere"])
    expect([path, isForReaders(at(path))]).toEqual([path, true]);
  for (const path of [
    "/console/write",
    "/install",
    "/api/contents/1",
    "/ewp/profile",
    "/publications/1/file",
  ])
    expect([path, isForReaders(at(path))]).toEqual([path, false]);
});

test("the empty form stands in for one that is filled in, and nothing else for anything", () => {
  expect(standInFor(at("/verify?of=0x12"))).toBe("/verify");
  expect([standInFor(at("/verify")), standInFor(at("/search?q=of"))]).toEqual([null, null]);
});

import { expect, test } from "vitest";
import { createVariants, forgetOtherParameters, normaliseUrl } from "./variants.ts";

test.each([
  ["/archive", "/archive"],
  ["/archive?page=2", "/archive?page=2"],
  ["/archive?utm_source=feed&page=2&fbclid=1", "/archive?page=2"],
  ["/?utm_source=feed", "/"],
  [
    "/ewp/publications?limit=5&since=2020-01-01T00:00:00Z",
    "/ewp/publications?limit=5&since=2020-01-01T00:00:00Z",
  ],
  ["/archive?page=1&page=2", "/archive?page=1&page=2"],
  ["/archive?thumb=1&comments=2&since=3&after=4&theme=5&limit=6&timestamp=7", "/archive"],
  ["/slug/a?page=1&comments=MQ&theme=dark", "/slug/a?comments=MQ"],
  ["/publications/1/diagrams/1.svg?theme=dark", "/publications/1/diagrams/1.svg?theme=dark"],
  ["/nothing?page=2", "/nothing"],
  ["/constructor?page=2", "/constructor"],
  ["/%61rchive?page=2&x=1", "/%61rchive?page=2"],
  ["/archive?page", "/archive?page"],
])("%s is asked for as %s", (url, normal) => {
  expect(normaliseUrl(url)).toBe(normal);
});

test("what a URL is not asked for by can't be read by a route either", () => {
  const query = { page: "2", utm_source: "feed", limit: ["1", "2"] };
  forgetOtherParameters("/ewp/publications?page=2&utm_source=feed&limit=1&limit=2", query);
  expect(query).toEqual({ page: "2", limit: ["1", "2"] });
  forgetOtherParameters("/archive?page=2", query);
  expect(query).toEqual({ page: "2" });
});

test.each(["/archive?%70age=2", "/archive?pa+ge=2", "/archive#a?page=2"])(
  "%s may be read in another way, and is not kept",
  (url) => {
    expect(normaliseUrl(url)).toBeNull();
  },
);

test("the protocol's answers differ by the client's form alone, pages by encoding and reader", () => {
  const { variantOf } = createVariants(({ "accept-language": language = "" }) => language.slice(0, 2));
  const ewp = (agent: string) => variantOf("/ewp/profile", { "user-agent": agent, "accept-encoding": agent });
  expect(ewp("curl/8")).toBe(ewp("Mozilla/5.0"));
  expect(new Set(["curl/8", "node", "ePress-Sync/1"].map(ewp)).size).toBe(3);
  const page = (encoding: string, language: string) =>
    variantOf("/", { "accept-encoding": encoding, "accept-language": language, "user-agent": encoding });
  expect(page("gzip, br", "en-GB")).toBe(page("br", "en"));
  expect(new Set([page("br", "en"), page("gzip", "en"), page("", "en"), page("br", "zh")]).size).toBe(4);
});

test("with a cookie the reader is read each time; without one, again after a change", () => {
  let theme = "light";
  const { variantOf, forget } = createVariants(() => theme);
  const plain = variantOf("/", {});
  const own = variantOf("/", { cookie: "a=b" });
  theme = "dark";
  expect([variantOf("/", {}), variantOf("/", { cookie: "a=b" })]).toEqual([
    plain,
    own.replace("light", "dark"),
  ]);
  forget();
  expect(variantOf("/", {})).toBe(own.replace("light", "dark"));
});

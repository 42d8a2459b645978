import { expect, test } from "vitest";
import { createPageCache } from "./pages.ts";

test("the same input makes a page once, and another input makes another page", async () => {
  const cache = createPageCache();
  let made = 0;
  const render = async () => `<p>${++made}`;
  const first = await cache.get({ page: 1 }, render);
  expect(await cache.get({ page: 1 }, render)).toBe(first);
  expect((await cache.get({ page: 2 }, render)).body.toString()).toBe("<p>2");
  expect(made).toBe(2);
});

test("a small page uses no more memory than it has bytes", async () => {
  const { body, etag, compress } = await createPageCache().get({}, async () => "<p>Grüße".repeat(20));
  expect(body.buffer.byteLength).toBe(body.length);
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const packed = await compress("gzip");
  expect(packed.buffer.byteLength).toBe(packed.length);
});

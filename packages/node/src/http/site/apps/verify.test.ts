import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openHttpNode } from "../../../../test/support/http-node.ts";

test("a node without an owner has no verify page", async () => {
  await using node = await openHttpNode({ install: false });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const sent = await node.app.inject({ method: "POST", url: "/verify", headers: form, payload: "of=1" });
  const opened = await node.app.inject({ url: "/verify" });
  expect([sent.statusCode, opened.statusCode]).toEqual([404, 404]);
});

describe("opening a link to a check", () => {
  test("shows the result for what is stored here", async () => {
    await using node = await openHttpNode();
    const { contentHash } = await node.publish("# Mine", { slug: "mine" });
    for (const asked of [contentHash, "mine", "https://ada.example/slug/mine"]) {
      const { statusCode, body, headers } = await node.app.inject({
        url: `/verify?of=${encodeURIComponent(asked)}`,
      });
      expect([asked, statusCode]).toEqual([asked, 200]);
      expect(body).toContain(`value="${asked}"`);
      expect(body).toMatch(/id="found".*<h2>Verified<\/h2>/s);
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  test("says that a stored content is damaged", async () => {
    await using node = await openHttpNode();
    const { contentHash } = await node.publish(Buffer.alloc(200_000, "a"), { filename: "a.bin" });
    const file = join(node.ctx.config.dataDir, "contents", contentHash.slice(2, 4), contentHash);
    await writeFile(file, "other bytes");
    const { body } = await node.app.inject({ url: `/verify?of=${contentHash}` });
    expect(body).toContain("<h2>Verification failed</h2>");
  });

  test("says that there is no such post, and that one has no signature", async () => {
    await using node = await openHttpNode();
    const { id } = await node.publish("# Only here", { state: "local" });
    const unknown = await node.app.inject({ url: `/verify?of=0x${"1".repeat(64)}` });
    const local = await node.app.inject({ url: `/verify?of=${id}` });
    expect([unknown.statusCode, local.statusCode]).toEqual([200, 200]);
    expect(unknown.body).toContain("Nothing on this site has this hash");
    expect(local.body).toContain("so it can&#x27;t be verified");
  });

  test.each(["https://grace.example/", "https://grace.example/publications/1", "two words"])(
    "only fills in the form for %s",
    async (of) => {
      await using node = await openHttpNode();
      const { statusCode, body } = await node.app.inject({ url: `/verify?of=${encodeURIComponent(of)}` });
      expect(statusCode).toBe(200);
      expect(body).toContain(`value="${of}"`);
      expect(body).not.toContain('id="found"');
    },
  );
});

import { expect, test } from "vitest";
import { openHttpNode } from "../../../../test/support/http-node.ts";

test("a node without an owner has no verify page", async () => {
  await using node = await openHttpNode({ install: false });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const sent = await node.app.inject({ method: "POST", url: "/verify", headers: form, payload: "of=1" });
  const opened = await node.app.inject({ url: "/verify" });
  expect([sent.statusCode, opened.statusCode]).toEqual([404, 404]);
});

test("opening a filled-in address shows the form and looks at nothing", async () => {
  await using node = await openHttpNode();
  const { contentHash } = await node.publish("# Mine");
  const { statusCode, body, headers } = await node.app.inject({ url: `/verify?of=${contentHash}` });
  expect(statusCode).toBe(200);
  expect(body).toContain(`value="${contentHash}"`);
  expect(body).not.toContain('id="found"');
  expect(headers["cache-control"]).toBe("no-store");
});

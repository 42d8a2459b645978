import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { signWebhook } from "./deliver-webhook.ts";
import { webhookEventTypes } from "./webhook-events.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../../docs/webhooks.md"), "utf8");
const secret = `whsec_${Buffer.from("of a test, thirty-two bytes long").toString("base64")}`;
const body = JSON.stringify({ type: "follower.created", data: { title: "Grüße" } });
const seconds = 1_700_000_000;
const headers = signWebhook(secret, { id: "an-id", seconds, body });

/** The code that the page tells receivers to write. */
type Headers = Record<string, string>;
let isFromMyNode: (secret: string, headers: Headers, body: string, now: number) => boolean;
beforeAll(async () => {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  ({ isFromMyNode } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

it("names every event", () => {
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, type]) => type);
  expect(rows).toEqual(webhookEventTypes);
});

it("tells how to check a signature", () => {
  expect(isFromMyNode(secret, headers, body, seconds + 10)).toBe(true);
  expect(isFromMyNode("whsec_b3RoZXI=", headers, body, seconds)).toBe(false);
  expect(isFromMyNode(secret, headers, `${body} `, seconds)).toBe(false);
  expect(isFromMyNode(secret, { ...headers, "webhook-id": "another" }, body, seconds)).toBe(false);
  expect(isFromMyNode(secret, { ...headers, "webhook-timestamp": `${seconds + 1}` }, body, seconds)).toBe(
    false,
  );
  expect(isFromMyNode(secret, headers, body, seconds + 301)).toBe(false);
  expect(isFromMyNode(secret, {}, body, seconds)).toBe(false);
});

it("tells it for a shell as well", () => {
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const printed = execFileSync("sh", ["-c", script.replace("cat body.json", "printf '%s' \"$body\"")], {
    env: { ...process.env, id: "an-id", time: String(seconds), secret, body },
    encoding: "utf8",
  });
  expect(`v1,${printed.trim()}`).toBe(headers["webhook-signature"]);
});

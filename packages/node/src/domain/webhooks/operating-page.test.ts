import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { signWebhook } from "./sign-webhook.ts";
import { webhookEventTypes } from "./webhook-events.ts";

const whole = readFileSync(join(import.meta.dirname, "../../../../../docs/operating.md"), "utf8");
const page = whole.slice(whole.indexOf("### Webhooks"));
const secret = "whsec_test";
const body = JSON.stringify({ type: "follower.created", data: { title: "Grüße" } });
const seconds = 1_700_000_000;

/** What the page tells receivers to write. */
let isFromMyNode: (secret: string, header: string, body: string, now: number) => boolean;
beforeAll(async () => {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  ({ isFromMyNode } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

it("names every event", () => {
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, type]) => type);
  expect(rows).toEqual(webhookEventTypes);
});

it("tells how to check a signature", () => {
  const header = signWebhook(secret, seconds, body);
  expect(isFromMyNode(secret, header, body, seconds + 10)).toBe(true);
  expect(isFromMyNode("whsec_other", header, body, seconds)).toBe(false);
  expect(isFromMyNode(secret, header, `${body} `, seconds)).toBe(false);
  expect(isFromMyNode(secret, header.replace(/^t=\d+/, `t=${seconds + 1}`), body, seconds)).toBe(false);
  expect(isFromMyNode(secret, header, body, seconds + 301)).toBe(false);
  expect(isFromMyNode(secret, "", body, seconds)).toBe(false);
});

it("tells it for a shell as well", () => {
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const printed = execFileSync("sh", ["-c", script.replace("cat body.json", "printf '%s' \"$body\"")], {
    env: { ...process.env, time: String(seconds), secret, body },
    encoding: "utf8",
  });
  expect(signWebhook(secret, seconds, body)).toBe(`t=${seconds},v1=${printed.trim().split(" ").at(-1)}`);
});

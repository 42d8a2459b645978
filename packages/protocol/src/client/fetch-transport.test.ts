import type { ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { type Asked, startTestNode } from "../../test/test-node.ts";
import type { PeerRequest } from "./transport.ts";
import { fetchTransport } from "./transport.ts";

const base = {
  method: "GET",
  url: "https://node.test/start",
  headers: { "X-One": "1" },
  maxBytes: 100,
  deadlineMs: 5_000,
};
const failure = (kind: string) => expect.objectContaining({ name: "PeerError", kind });

afterEach(() => vi.unstubAllGlobals());

/** Takes calls through the real `fetch`, which finds a server on this machine where the node would be. */
async function call(
  answer: (asked: Asked, response: ServerResponse) => void,
  request: Partial<PeerRequest> = {},
): Promise<{ status: number; text: string; asked: Asked[] }> {
  await using node = await startTestNode(answer);
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    real(url.replace("https://node.test", node.origin), init),
  );
  const { status, body } = await fetchTransport({ ...base, ...request });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, text: Buffer.concat(chunks).toString(), asked: node.asked };
}

const redirect =
  (location: string, status = 302) =>
  (_: Asked, response: ServerResponse) => {
    response.writeHead(status, { Location: location }).end();
  };

it("carries a call there and back", async () => {
  const echo = (asked: Asked, response: ServerResponse) => {
    response.writeHead(201).end(`${asked.method} ${asked.path} ${asked.headers["x-one"]} ${asked.body}`);
  };
  const { status, text } = await call(echo, { method: "DELETE", body: "{}" });
  expect([status, text]).toEqual([201, "DELETE /start 1 {}"]);
});

it("has a body without bytes where there is none", async () => {
  expect(await call((_, response) => response.writeHead(204).end())).toMatchObject({ status: 204, text: "" });
});

it("follows three redirects, and no fourth", async () => {
  const chain = (length: number) => (asked: Asked, response: ServerResponse) => {
    const hop = Number(asked.path.slice(2) || 0);
    if (hop === length) response.end("there");
    else redirect(`/h${hop + 1}`)(asked, response);
  };
  const start = { url: "https://node.test/h0" };
  expect(await call(chain(3), start)).toMatchObject({ status: 200, text: "there" });
  await expect(call(chain(4), start)).rejects.toEqual(failure("bad-reply"));
});

it("sends a body again only after 307 and 308", async () => {
  const send = { method: "POST", body: "{}" };
  expect((await call(redirect("/other"), send)).status).toBe(302);
  const moved = (asked: Asked, response: ServerResponse) => {
    if (asked.path === "/start") redirect("/other", 308)(asked, response);
    else response.end(asked.body);
  };
  expect(await call(moved, send)).toMatchObject({ status: 200, text: "{}" });
});

it.each(["http://node.test/", "ftp://node.test/", "https://["])("does not go to %s", async (url) => {
  await expect(call(redirect(url))).rejects.toEqual(failure("bad-reply"));
  await expect(call((_, response) => response.end(), { url })).rejects.toEqual(failure("bad-reply"));
});

it("ends behind the limit", async () => {
  await expect(call((_, response) => response.end("x".repeat(101)))).rejects.toEqual(failure("too-large"));
});

it("ends at the deadline: before the answer, and in its middle", async () => {
  const never = () => {};
  const half = (_: Asked, response: ServerResponse) => void response.write("half");
  for (const answer of [never, half]) {
    await expect(call(answer, { deadlineMs: 50 })).rejects.toEqual(failure("timeout"));
  }
});

it("fails when it is aborted, and when the connection breaks", async () => {
  await expect(call(() => {}, { signal: AbortSignal.abort() })).rejects.toEqual(failure("unreachable"));
  await expect(call((_, response) => response.destroy())).rejects.toEqual(failure("unreachable"));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";

let node: GraphqlNode;
let cookie: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  cookie = `freehold_session=${await node.signIn()}`;
});
afterAll(() => node[Symbol.asyncDispose]());

function ask(body: unknown, headers: Record<string, string> = { cookie }) {
  return fetch(new URL("/api/preview", node.endpoint), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "empty",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

test("the console gets the page that a text would have, in which nothing runs", async () => {
  const reply = await ask({ markdown: "# Looms\n\nThey **weave** $x^2$.", id: null });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(reply.headers.get("cache-control")).toBe("no-store");
  const page = await reply.text();
  expect(page).toMatch(/<h1[^>]*>Looms<\/h1>/);
  expect(page).toContain("<strong>weave</strong> <math");
  expect(page).toMatch(/<link[^>]+rel="stylesheet"/);
  expect(page).not.toMatch(/<script(?! type="application\/ld\+json")|comment-form/);
});

test("nobody else gets one, and nothing that is no text is shown", async () => {
  const text = { markdown: "secret", id: null };
  const refused = [
    await ask(text, {}),
    await ask(text, { cookie, "sec-fetch-site": "cross-site" }),
    await ask({ markdown: 1 }),
    await ask({ markdown: "x".repeat(256 * 1024 + 1), id: null }),
    await ask({ markdown: "x", id: "none" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 400, 400, 404]);
  for (const reply of refused) expect(await reply.text()).not.toContain("secret");
});

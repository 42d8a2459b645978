import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const json = { "content-type": "application/json" };
const writes = [
  ["POST", "/ewp/connections"],
  ["DELETE", "/ewp/connections"],
  ["POST", "/ewp/publications"],
  ["POST", "/ewp/replications"],
  ["PATCH", "/ewp/nodes/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
] as const;

describe.each(writes)("%s %s (decisions 2)", (method, url) => {
  test.each<[string, string | Buffer | undefined, Record<string, string>]>([
    ["no body", undefined, {}],
    ["an empty body", "", json],
    ["no content type", "{}", {}],
    ["text", "{}", { "content-type": "text/plain" }],
    ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }],
    ["what is no content type", "{}", { "content-type": "json" }],
    ["another charset", "{}", { "content-type": "application/json; charset=latin1" }],
    ["almost JSON", "{}", { "content-type": "application/jsonp" }],
    ["broken JSON", '{"a":', json],
    ["an array", "[]", json],
    ["a string", '"text"', json],
    ["null", "null", json],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), json],
    ["compressed bytes", "{}", { ...json, "content-encoding": "gzip" }],
    ["30,000 brackets", "[".repeat(30_000) + "]".repeat(30_000), json],
    ["30,000 objects in each other", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, json],
    ["a prototype", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', json],
    ["a key twice", '{"typedData":1,"typedData":{},"signature":"0x"}', json],
  ])("%s is INVALID_PAYLOAD", async (_name, payload, headers) => {
    const reply = await node.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    expect([reply.statusCode, reply.body]).toEqual([400, '{"error":"INVALID_PAYLOAD"}']);
    expect({}).not.toHaveProperty("polluted");
  });

  test("64 KiB are read, and a byte more is PAYLOAD_TOO_LARGE", async () => {
    const body = (length: number) => `{"a":"${"x".repeat(length - 8)}"}`;
    const fits = await node.app.inject({ method, url, headers: json, payload: body(64 * 1024) });
    expect(fits.json()).toEqual({ error: "INVALID_PAYLOAD" });
    const tooLong = await node.app.inject({ method, url, headers: json, payload: body(64 * 1024 + 1) });
    expect([tooLong.statusCode, tooLong.json()]).toEqual([413, { error: "PAYLOAD_TOO_LARGE" }]);
  });
});

test("the path is looked at before the body", async () => {
  const reply = await node.app.inject({
    method: "PATCH",
    url: "/ewp/nodes/0xnobody",
    headers: json,
    payload: "{",
  });
  expect(reply.json()).toEqual({ error: "INVALID_ADDRESS" });
});

test("the header says in words what is wrong with the body", async () => {
  const ask = async (payload: string, headers: Record<string, string>) => {
    const reply = await node.app.inject({ method: "POST", url: "/ewp/connections", payload, headers });
    return reply.headers["x-error-detail"];
  };
  expect(await ask("{", json)).toBe("The body is not JSON in UTF-8.");
  expect(await ask("{}", { "content-type": "text/plain" })).toBe("The body must be application/json.");
  expect(await ask("{}", { ...json, "content-encoding": "br" })).toBe("The body must not be compressed.");
});

test.each(["application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"'])(
  "%s is read",
  async (type) => {
    const reply = await node.app.inject({
      method: "POST",
      url: "/ewp/connections",
      headers: { "content-type": type },
      payload: "{}",
    });
    expect(reply.headers["x-error-detail"]).not.toContain("application/json");
    expect(reply.json()).toEqual({ error: "INVALID_PAYLOAD" });
  },
);

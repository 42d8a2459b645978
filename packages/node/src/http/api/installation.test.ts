import { Agent, request } from "node:http";
import { describe, expect, it, test } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { type HttpNode, type HttpNodeOptions, openHttpNode } from "../../../test/support/http-node.ts";
import { pixelGif } from "../../../test/support/pixel-gif.ts";
import { readSetupCode } from "../../domain/installation/setup-code.ts";
import { readSettingValues } from "../../domain/settings/settings.ts";
import { limits } from "../limits.ts";

const use = closeAfterEach();

const open = async (options: HttpNodeOptions = {}) => use(await openHttpNode({ install: false, ...options }));

function signed(node: HttpNode, avatar = "") {
  return node.sign("DATA", {
    node: { avatar, address: node.address, url: "https://ada.example", title: "Ada", description: "" },
    settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
    timestamp: Math.floor(Date.now() / 1000),
  });
}

/** The header that shows that the node is one's own to install. */
const codeOf = async (node: HttpNode) => ({ "x-setup-code": await readSetupCode(node.ctx) });

interface Answer {
  status: number;
  body: { result: { step: string; success: boolean; error: string | null }[]; node?: { address: string } };
}

/** Posts over a real socket of this machine. */
function post(port: number, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const text = JSON.stringify(body);
  const agent = new Agent();
  const all = { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers };
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path: "/api/install", method: "POST", headers: all, agent },
      async (reply) => {
        const chunks = await reply.toArray();
        resolve({
          status: reply.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString()),
        });
      },
    );
    call.on("error", reject);
    call.end(text);
  });
}

test.each([
  ["Asia/Shanghai", "Asia/Shanghai"],
  ["Mars/Olympus", "UTC"],
])("X-Time-Zone %s: the site shows dates in %s", async (given, zone) => {
  const node = await open();
  const port = await node.listen();
  const headers = { ...(await codeOf(node)), "x-time-zone": given };
  expect((await post(port, signed(node), headers)).status).toBe(200);
  expect((await readSettingValues(node.ctx.store.db)).timeZone).toBe(zone);
});

describe("POST /api/install (specification 4.10, decisions 7)", () => {
  it("installs for somebody who has the setup code, and says so everywhere", async () => {
    const node = await open();
    const port = await node.listen();
    const { status, body } = await post(port, signed(node), await codeOf(node));
    expect(status).toBe(200);
    expect(body.result).toEqual([
      { step: "preCheck", success: true, error: null },
      { step: "initialSchema", success: true, error: null },
      { step: "initialData", success: true, error: null },
    ]);
    const profile = (await node.app.inject({ url: "/ewp/profile" })).json();
    expect(body.node).toEqual(profile);
    expect((await node.app.inject({ url: "/api/install" })).json()).toMatchObject({ installed: true });
    const again = await post(port, signed(node), await codeOf(node));
    expect([again.status, again.body.result[0]?.success]).toEqual([500, false]);
    expect(again.body).not.toHaveProperty("node");
  });

  it("takes an avatar of 2 MiB, and not a body without end", async () => {
    const node = await open();
    const port = await node.listen();
    const gif = Buffer.concat([pixelGif(), Buffer.alloc(2 * 1024 * 1024 - 64)]);
    const large = await node.app.inject({
      method: "POST",
      url: "/api/install",
      headers: { "content-type": "application/json" },
      payload: " ".repeat(limits.installationBytes + 1),
    });
    expect([large.statusCode, large.body]).toEqual([413, '{"error":"PAYLOAD_TOO_LARGE"}']);
    const avatar = `data:image/gif;base64,${gif.toString("base64")}`;
    expect((await post(port, signed(node, avatar), await codeOf(node))).status).toBe(200);
    const served = await node.app.inject({ url: "/ewp/avatar" });
    // It is stored without what follows its end.
    expect(served.rawPayload.equals(pixelGif())).toBe(true);
  });

  // "Let in" 4 of the weaknesses: a freshly installed node that an attacker claims.
  test.each<[string, Record<string, string>]>([
    ["directly on this machine", {}],
    ["from a page of this machine", { origin: "http://localhost:8543" }],
    ["through a proxy that tells of itself", { "x-forwarded-for": "203.0.113.9" }],
    ["through a proxy that keeps the name", { host: "ada.example" }],
    ["from a page of another site", { origin: "https://evil.example" }],
  ])("asks for the code %s", async (_what, headers) => {
    const node = await open();
    const port = await node.listen();
    const refused = await post(port, signed(node), headers);
    expect(refused.status).toBe(500);
    expect(refused.body.result[0]?.error).toMatch(/^FORBIDDEN/);
    expect((await node.app.inject({ url: "/api/install" })).json().installed).toBe(false);
    const code = await readSetupCode(node.ctx);
    const wrong = await post(port, signed(node), { ...headers, "x-setup-code": code.replace(/./g, "0") });
    expect(wrong.status).toBe(500);
    expect((await post(port, signed(node), { ...headers, "x-setup-code": code })).status).toBe(200);
  });

  it("asks the owner whom the configuration names for the signature alone", async () => {
    const owner = await open();
    const node = await open({ settings: { FREEHOLD_OWNER: owner.address } });
    const port = await node.listen();
    expect((await post(port, signed(node), await codeOf(node))).body.result[0]?.error).toMatch(/^FORBIDDEN/);
    expect((await post(port, signed(owner))).status).toBe(200);
  });

  it("stops guessing, and lets others through", async () => {
    const node = await open();
    const code = await readSetupCode(node.ctx);
    const guess = (remoteAddress: string, setupCode = "0".repeat(64)) =>
      node.app.inject({
        method: "POST",
        url: "/api/install",
        payload: signed(node),
        remoteAddress,
        headers: { "x-setup-code": setupCode },
      });
    const replies = [];
    for (let tries = 0; tries <= limits.installationsPerMinute; tries += 1) {
      replies.push(await guess("203.0.113.9"));
    }
    expect(replies.at(-2)?.statusCode).toBe(500);
    expect(replies.at(-1)?.statusCode).toBe(429);
    expect(Number(replies.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guess("203.0.113.9", code)).statusCode).toBe(429);
    expect((await guess("203.0.113.10")).statusCode).toBe(500);
    expect((await guess("203.0.113.10", code)).statusCode).toBe(200);
  });

  test.each(["", "null", "[]", "{", "<xml/>"])("refuses the body %j in its first step", async (payload) => {
    const node = await open();
    const headers = { "content-type": "application/json" };
    const reply = await node.app.inject({ method: "POST", url: "/api/install", headers, payload });
    expect(reply.statusCode).toBe(500);
    expect(reply.json().result[0]).toMatchObject({ step: "preCheck", success: false });
  });
});

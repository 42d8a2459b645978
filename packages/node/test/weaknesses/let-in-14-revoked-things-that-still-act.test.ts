import { subscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";
import { request as sendRequest } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actAs } from "../../src/domain/access/authority.ts";
import { type Caller, isAllowed } from "../../src/domain/access/callers.ts";
import { listOperations, schema } from "../../src/graphql/schema.ts";
import { listBackedUpTables, readRows } from "../../src/modules/backup/store/backup-tables.ts";
import { importFeedAddress } from "../../src/modules/export/import/import-jobs.ts";
import { argumentsOf } from "../support/graphql-arguments.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";

const routes: string[] = [];
subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) if (!routes.includes(`${one} ${url}`)) routes.push(`${one} ${url}`);
  });
});

let node: GraphqlNode;
beforeAll(async () => {
  node = await openGraphqlNode();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** A body in two parts, between which its sender loses the right to send it. */
interface Body {
  readonly type: string;
  readonly parts: readonly [string, string];
}

const json = (value: unknown): Body => {
  const whole = JSON.stringify(value);
  return { type: "application/json", parts: [whole.slice(0, 8), whole.slice(8)] };
};

/** A form whose sender waits before the file begins, or in the middle of it. */
function form(
  operations: object,
  stops: "before the file" | "inside the file",
  file = "words of a file",
): Body {
  const part = (name: string, value: string, more = "") =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const fields = part("operations", JSON.stringify(operations)) + part("map", '{"0":["variables.file"]}');
  const last = `${part("0", file, '; filename="a.txt"')}--b--\r\n`;
  const at = stops === "before the file" ? 60 : fields.length + last.indexOf(file) + 5;
  const whole = fields + last;
  return { type: "multipart/form-data; boundary=b", parts: [whole.slice(0, at), whole.slice(at)] };
}

const makeToken =
  'mutation { generateIntegrationToken(input: { label: "later", scopes: ["read:timeline"] }) { token } }';
const publish =
  "mutation ($file: Upload!) { createPublication(input: { type: POST, file: $file }) { id state } }";
const picture = "mutation ($file: Upload!) { updateAvatar(input: { file: $file }) { address } }";
const agentCall = json({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "draft_save", arguments: { body: "words" } },
});

/** Requests with a body whose effect depends on who sends them. The same route may have several. */
const ofCallers: readonly (readonly [string, string, Body])[] = [
  ["POST /api/graphql", "an operation", json({ query: makeToken })],
  ["POST /api/graphql", "a form", form({ query: makeToken, variables: { file: null } }, "before the file")],
  [
    "POST /api/graphql",
    "a post in a file",
    form({ query: publish, variables: { file: null } }, "inside the file"),
  ],
  ["POST /api/graphql", "a picture", form({ query: picture, variables: { file: null } }, "inside the file")],
  ["POST /api/import", "a file", { type: "application/octet-stream", parts: ["# A po", "st\n"] }],
  ["POST /mcp", "a call of a tool", agentCall],
  ["POST /api/export", "no words", json({ any: "thing" })],
  ["POST /api/export/signed", "a signature", json({ id: "x", signature: "0x" })],
  ["POST /api/figures", "figures", json({ figures: [] })],
  ["POST /api/preview", "preview", json({ markdown: "", id: null })],
];

/** Routes for anybody: a session or token counts for nothing there. */
const forAnybody = [
  "POST /ewp/connections",
  "DELETE /ewp/connections",
  "POST /ewp/publications",
  "PATCH /ewp/nodes/:address",
  "POST /ewp/replications",
  "POST /api/install",
  "POST /api/install/diagnosis",
  "POST /api/visitors",
  "DELETE /api/visitors",
  "POST /api/probe/:nonce",
  "PATCH /api/probe/:nonce",
  "DELETE /api/probe/:nonce",
  "POST /comments",
  "POST /comments/confirm",
  "POST /comments/delete",
  "POST /comments/:id/delete",
  "POST /preferences",
  "POST /verify",
  "POST /subscribe",
  "POST /newsletter/confirm",
  "POST /newsletter/preferences",
  "POST /newsletter/unsubscribe",
  "POST /webmention",
  "POST /websub",
] as const;

/** Nothing is done: no such method; or it writes nothing, and a login is tried for the session of that moment alone. */
const withoutEffect = [
  "DELETE /mcp",
  ...["PUT", "PATCH", "DELETE"].map((method) => `${method} /api/graphql`),
  "POST /api/smtp_check",
];

it("knows each route that takes a body", () => {
  const known = [...new Set(ofCallers.map(([route]) => route)), ...forAnybody, ...withoutEffect];
  const all = routes.filter((route) => !/^(?:GET|HEAD|OPTIONS) /.test(route));
  expect(all.length).toBeGreaterThan(30);
  expect([...known].sort()).toEqual(all.sort());
});

/** The files of imports; an empty folder for temporary ones may stay. */
async function listImports(): Promise<string[]> {
  const folder = join(node.ctx.config.dataDir, "import");
  const all = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((one) => one.isFile()).map(({ name }) => name);
}

/** Everything that the database holds, without when a token was used. */
async function wholeState(): Promise<unknown> {
  const { db } = node.ctx.store;
  const state: Record<string, unknown> = {};
  for (const table of listBackedUpTables()) state[table.name] = await Array.fromAsync(readRows(db, table));
  for (const name of ["tokens", "passkeys", "import_jobs"] as const)
    state[name] = await db.selectFrom(name).select("id").orderBy("id").execute();
  // A content that no row of a publication names is nobody's, and is removed later.
  delete state.contents;
  return state;
}

interface Credential {
  readonly tokenId: string;
  readonly headers: Record<string, string>;
}

async function readTokenId(headers: Record<string, string>): Promise<string> {
  const { data } = await node.ask("{ viewer { tokenId } }", {}, { headers });
  return String(Object(data?.viewer).tokenId);
}

const origin = "https://ada.example";

async function openSession(): Promise<Credential> {
  const headers = {
    cookie: `freehold_session=${await node.signIn()}`,
    origin,
    "sec-fetch-dest": "empty",
    "graphql-require-preflight": "1",
  };
  return { headers, tokenId: await readTokenId(headers) };
}

async function openToken(...scopes: string[]): Promise<Credential> {
  const headers = { authorization: `Bearer ${await node.token(...scopes)}` };
  return { headers, tokenId: await readTokenId(headers) };
}

const revoke = ({ tokenId }: Credential) =>
  node.ctx.store.transaction(async (tx) => {
    await tx.deleteFrom("tokens").where("id", "=", tokenId).execute();
  });
const expire = ({ tokenId }: Credential) =>
  node.ctx.store.transaction(async (tx) => {
    await tx
      .updateTable("tokens")
      .set({ expiresAt: Date.now() - 1 })
      .where("id", "=", tokenId)
      .execute();
  });

/** Sends a request, and calls `meanwhile` when the server has begun with it and waits for the rest of its body. */
async function park(
  route: string,
  { type, parts }: Body,
  { headers }: Credential,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number; body: string }> {
  const [method = "", path = ""] = route.split(" ");
  const url = new URL(path, node.endpoint);
  const call = sendRequest(url, { method, headers: { ...headers, "content-type": type } });
  const reply = new Promise<{ status: number; body: string }>((resolve, reject) => {
    call.on("error", reject).on("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
  call.write(parts[0]);
  for (let left = 200; node.ctx.limiter.openRequests.total === 0 && left > 0; left -= 1) await pause(5);
  await pause(100);
  await meanwhile();
  call.end(parts[1]);
  return await reply;
}

const openFor = (route: string) =>
  route === "POST /mcp" ? openToken("read:timeline", "draft:publications") : openSession();

describe.each(ofCallers)(
  "%s with %s, of a caller who loses the right while it comes",
  (route, _what, body) => {
    it.each([
      ["is revoked", revoke],
      ["expires", expire],
    ])("is refused when the session or token %s, and nothing changes", async (_how, end) => {
      const credential = await openFor(route);
      const imports = await listImports();
      let before: unknown;
      const { status, body: answer } = await park(route, body, credential, async () => {
        await end(credential);
        before = await wholeState();
      });
      // The console's own paths don't exist for anybody else.
      const isHidden = route.startsWith("POST /api/export");
      expect([status, answer]).toEqual(
        isHidden
          ? [404, expect.stringContaining("NOT_FOUND")]
          : [expect.toBeOneOf([200, 401]), expect.stringContaining("UNAUTHENTICATED")],
      );
      expect(await wholeState()).toEqual(before);
      expect(await listImports()).toEqual(imports);
    });

    it("is taken when the right lasts", async () => {
      const { status, body: answer } = await park(route, body, await openFor(route), async () => {});
      expect(answer).not.toContain("UNAUTHENTICATED");
      expect(status).not.toBe(401);
    });
  },
);

it.each(forAnybody)("%s answers a session as it answers anybody", async (route) => {
  const [method = "", path = ""] = route.replace(/:\w+/, "1").split(" ");
  const { headers } = await openSession();
  const ask = async (more: Record<string, string>) => {
    const sent = { method, headers: { origin, "content-type": "application/json", ...more }, body: "{}" };
    const { status } = await fetch(new URL(path, node.endpoint), { ...sent, redirect: "manual" });
    return status;
  };
  expect(await ask(headers)).toBe(await ask({}));
});

/** The context of a request that was identified, and whose token ended since. */
async function openLate(kind: "client" | "integration") {
  const { tokenId } = kind === "client" ? await openSession() : await openToken("update:publications");
  const caller: Caller =
    kind === "client"
      ? { kind, tokenId }
      : { kind, tokenId, label: "a program", scopes: new Set(["update:publications"] as const) };
  const context = actAs(node.ctx, caller);
  return { tokenId, caller, context };
}

describe("a right that ends between its check and the write", () => {
  it.each(["client", "integration"] as const)("ends the write (%s)", async (kind) => {
    const { tokenId, context } = await openLate(kind);
    const count = () => node.ctx.store.db.selectFrom("import_jobs").select("id").execute();
    const before = await count();
    await revoke({ tokenId, headers: {} });
    await expect(importFeedAddress(context, "https://feed.example/")).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    expect(await count()).toEqual(before);
  });

  it("ends it when a token has lost a scope, or was made anew as another kind", async () => {
    const { tokenId, context } = await openLate("integration");
    const write = () => context.store.transaction(async () => "written");
    const change = (changes: { scopes?: string; kind?: "client" }) =>
      node.ctx.store.transaction(async (tx) => {
        await tx.updateTable("tokens").set(changes).where("id", "=", tokenId).execute();
      });
    expect(await write()).toBe("written");
    await change({ scopes: "update:publications read:timeline" });
    expect(await write()).toBe("written");
    await change({ scopes: "read:timeline" });
    await expect(write()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await change({ scopes: "update:publications", kind: "client" });
    await expect(write()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("gives resolvers no other way to write: each mutation writes with the right of its caller", async () => {
    const mutations = listOperations().filter(({ kind }) => kind === "mutation");
    expect(mutations.length).toBeGreaterThan(60);
    const session = await openSession();
    const { headers } = session;
    await revoke(session);
    const before = await wholeState();
    for (const { name, access } of mutations) {
      if (access === "public" || !isAllowed({ kind: "client", tokenId: "" }, access)) continue;
      const field = schema.getMutationType()?.getFields()[name];
      const below = String(field?.type).replace(/\W/g, "");
      const selection = ["Boolean", "Int", "ID", "String", "DateTime"].includes(below)
        ? ""
        : " { __typename }";
      const { codes } = await node.ask(
        `mutation { ${name}${argumentsOf[name] ?? ""}${selection} }`,
        {},
        { headers },
      );
      expect([name, codes]).toEqual([name, [expect.stringMatching(/UNAUTHENTICATED|BAD_REQUEST/)]]);
    }
    expect(await wholeState()).toEqual(before);
  });
});

describe("a reply that lasts", () => {
  const read = async (path: string, { headers }: Credential) => {
    const reply = await fetch(new URL(path, node.endpoint), { headers });
    const end = Array.fromAsync(reply.body ?? []).then(
      () => "ended",
      () => "broken off",
    );
    return { status: reply.status, end };
  };

  it.each([
    ["a session", () => openSession()],
    ["a token", () => openToken("read:timeline")],
  ])("of events ends with %s at once", async (_what, open) => {
    const credential = await open();
    const other = await openSession();
    const stream = await read("/api/events", credential);
    const kept = await read("/api/events", other);
    expect([stream.status, kept.status]).toEqual([200, 200]);
    const { headers } = await openSession();
    const gone = "mutation ($id: ID!) { revokeToken(input: { id: $id }) }";
    await node.ask(gone, { id: credential.tokenId }, { headers });
    expect(await stream.end).toBe("ended");
    expect(await Promise.race([kept.end, pause(300, "open")])).toBe("open");
    await node.ask(gone, { id: other.tokenId }, { headers });
    expect(await kept.end).toBe("ended");
  });

  it("of events ends when its token expires", async () => {
    const credential = await openToken("read:timeline");
    await node.ctx.store.transaction(async (tx) => {
      const soon = { expiresAt: Date.now() + 400 };
      await tx.updateTable("tokens").set(soon).where("id", "=", credential.tokenId).execute();
    });
    const stream = await read("/api/events", credential);
    expect([stream.status, await stream.end]).toEqual([200, "ended"]);
  });

  it("with bytes of a draft is broken off", async () => {
    const bytes = Buffer.alloc(24 * 1024 * 1024, "draft ");
    const { id } = await node.publish(bytes, { state: "draft", filename: "draft.bin" });
    const credential = await openSession();
    const left = await new Promise<Promise<string>>((resolve, reject) => {
      const url = new URL(`/api/contents/${id}`, node.endpoint);
      sendRequest(url, { headers: credential.headers })
        .on("error", reject)
        .on("response", (response) => {
          // The client takes nothing more until its session is over.
          response.pause();
          const { headers } = credential;
          const over = node.ask("mutation { signOut }", {}, { headers }).then(async () => {
            let size = 0;
            try {
              for await (const chunk of response) size += Buffer.byteLength(chunk);
            } catch {
              return size < bytes.length ? "broken off" : "whole";
            }
            return "whole";
          });
          resolve(over);
        })
        .end();
    });
    expect(await left).toBe("broken off");
  });
});

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freehold } from "./support/node-flags.ts";
import { openShell, type Shell } from "./support/shell.ts";

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
  const { code } = await token("list");
  expect(code).toBe(0);
  await shell.placeKeystore("node");
  await shell.runHere(["init", "--data", "node", "--url", "https://ada.example", "--title", "Ada"]);
});
afterAll(() => shell[Symbol.asyncDispose]());

const token = (...args: string[]) => shell.runHere(["token", ...args, "--data", "node"]);
const create = (...args: string[]) => token("create", "--label", "CI", ...args);
/** The other commands run in this process: these are the same two in processes of their own. */
const asProcess = (...args: string[]) => shell.runHere([...args, "--data", "node"]);
const errorOf = (text: string) => JSON.parse(text).error;

it("makes no token for a node without an owner", async () => {
  const run = await shell.runHere(
    ["token", "create", "--label", "x", "--scope", "read:timeline", "--json"].concat("--data", "empty"),
  );
  expect([run.code, run.out, errorOf(run.err).code]).toEqual([1, "", "NOT_INSTALLED"]);
});

it("makes a token, lists it without the token, and revokes it", async () => {
  const made = await asProcess(
    ...["token", "create", "--label", "CI", "--scope", "create:publications,read:timeline"],
    ...["--expires", "30", "--json"],
  );
  const { token: text, ...fields } = made.json();
  expect(made.code).toBe(0);
  expect(text.split(".")).toHaveLength(3);
  expect(fields).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    label: "CI",
    scopes: ["read:timeline", "create:publications"],
    createdAt: expect.any(String),
    expiresAt: new Date(Date.parse(fields.createdAt) + 30 * 86_400_000).toISOString(),
  });
  const listed = await token("list", "--json");
  expect(listed.json()).toEqual([{ ...fields, kind: "integration", isExpired: false, lastUsedAt: null }]);
  const table = await token("list");
  expect(table.out).toMatch(
    new RegExp(`${fields.id} +CI +never +in (29|30) d +read:timeline create:publications`),
  );
  expect(table.out + table.err).not.toContain(text.split(".")[2]);

  const revoked = await token("revoke", fields.id, "--json");
  expect(revoked.json()).toEqual({ id: fields.id, revoked: true });
  const again = await token("revoke", fields.id, "--json");
  expect([again.code, errorOf(again.err).code]).toEqual([1, "NOT_FOUND"]);
  expect((await token("list")).out).toContain("No tokens yet");
});

it("takes scopes in every spelling, and prints only the token", async () => {
  const wanted = ["read:timeline", "sign:publications"];
  const ways = [
    ["--scope", "read:timeline", "--scope", "sign:publications"],
    ["--scope", "sign:publications, read:timeline"],
    ["--scope", "read:timeline", "sign:publications"],
  ];
  for (const way of ways) {
    expect((await create(...way, "--json")).json()).toMatchObject({ scopes: wanted, expiresAt: null });
  }
  const plain = await create("--scope", "manage:settings");
  expect(plain.out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(plain.err).toMatch(/not shown again.*token revoke [0-9a-f]{24}/);
});

it("serves an agent by standard input and output, whose proposals the owner lists, shows and declines", async () => {
  const args = [freehold, "mcp", "--data", "node", "--label", "Scribe"];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd: shell.folder,
    env: { PATH: process.env.PATH ?? "" },
    stderr: "pipe",
  });
  let noise = "";
  transport.stderr?.on("data", (chunk) => {
    noise += chunk;
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const call = async (name: string, wanted: object) => {
    const { content } = await client.callTool({ name, arguments: { ...wanted } });
    return content[0]?.type === "text" ? content[0].text : "";
  };
  const { id, revision } = JSON.parse(
    await call("write_draft", { body: "# Tides\n\u001b[31mHigh at noon." }),
  );
  expect(JSON.parse(await call("propose_draft", { id, revision, note: "Please." })).state).toBe("PROPOSED");
  expect(await call("withdraw_proposal", { id: "12345" })).toMatch(/^NOT_FOUND: /);
  await expect(client.callTool({ name: "publish", arguments: { id } })).rejects.toThrow(/not found/i);
  const proposals = (...more: string[]) => shell.runHere(["proposals", ...more, "--data", "node"]);
  expect((await asProcess("proposals")).out).toMatch(new RegExp(`${id} .*Scribe +Tides: Please.`));
  const shown = await proposals("show", id);
  expect(shown.out).toMatch(/^# Tides\n.*High at noon\.\n$/);
  expect(shown.out).not.toContain("\u001b");
  expect(shown.err).toMatch(/from Scribe\n.*0x[0-9a-f]{64}\n.*Please/s);
  const declined = await proposals("decline", id, "--reason", "Too dry.", "--json");
  expect(declined.json()).toMatchObject({ id, state: "DECLINED", reason: "Too dry." });
  expect(JSON.parse(await call("read_draft", { id }))).toMatchObject({
    state: "DECLINED",
    reason: "Too dry.",
  });
  expect((await proposals()).out).toContain("Nothing is proposed.");
  await client.close();
  expect(noise).toBe("");
  // A client may end the input without waiting for answers: that is no failure.
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "pipe", version: "1" },
  };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "write_draft", arguments: { body: "# x" } },
    },
  ];
  const piped = await shell.run(["mcp", "--data", "node", "--label", "Scribe"], {
    input: `{nonsense\n${messages.map((message) => `${JSON.stringify(message)}\n`).join("")}`,
  });
  expect(JSON.parse(piped.out.split("\n")[0] ?? "")).toMatchObject({ id: null, error: { code: -32_700 } });
  expect(piped.out).toContain('"tools":{"listChanged":false}');
  expect([piped.code, piped.err, piped.out]).toEqual([0, "", expect.stringContaining('"id":1')]);
  const labelled = await shell.runHere(["mcp", "--data", "node", "--label", " ", "--json"]);
  expect(errorOf(labelled.err).code).toBe("VALIDATION_FAILED");
});

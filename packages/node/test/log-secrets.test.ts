import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addressOfPrivateKey, signDigestWith, signEnvelope } from "@freehold/protocol";
import { request } from "undici";
import { expect, test } from "vitest";
import { freePort } from "./support/free-port.ts";
import { openShell } from "./support/shell.ts";
import { createWallet } from "./support/wallet.ts";

/** A secret that can be told from everything else. */
const secret = (kind: string) => `${kind}${randomBytes(24).toString("hex")}`;

test("no secret reaches the log at its most detailed level, by any path", async () => {
  await using shell = await openShell();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const key = randomBytes(32);
  const secrets = new Map<string, string>([["private key", key.toString("hex")]]);
  const keep = (name: string, value: string) => {
    secrets.set(name, value);
    return value;
  };
  const password = join(shell.folder, "keystore-password");
  await writeFile(password, `${keep("keystore password", secret("ks"))}\n`);
  const settings = { FREEHOLD_LOG_LEVEL: "trace", FREEHOLD_TRUST_PROXY: "true" };
  const child = shell.launch(["start", "--port", String(port), "--data", shell.folder], {
    ...settings,
    FREEHOLD_KEYSTORE_PASSWORD_FILE: password,
  });
  const output = gather(child);
  await expect.poll(() => output.out, { timeout: 30_000 }).toMatch(/#code=\w+".*\n/);
  const setupCode = keep("setup code", /\/install#code=([0-9a-f]{64})/.exec(output.out)?.[1] ?? "");
  expect(setupCode).toHaveLength(64);

  const call = async (
    path: string,
    init: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
  ) => {
    const reply = await request(`${url}${path}`, {
      method: (init.method ?? (init.body === undefined ? "GET" : "POST")) as "GET",
      headers: { "x-request-id": "from-the-proxy.1", "content-type": "application/json", ...init.headers },
      ...(init.body !== undefined && {
        body: typeof init.body === "string" ? init.body : JSON.stringify(init.body),
      }),
    });
    expect(reply.headers["x-request-id"]).toBe("from-the-proxy.1");
    return { status: reply.statusCode, text: await reply.body.text() };
  };
  const wallet = createWallet(key);
  const envelope = signEnvelope(
    "DATA",
    {
      node: {
        avatar: "",
        address: addressOfPrivateKey(key),
        url: "https://ada.example",
        title: "Ada",
        description: "",
      },
      settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
      timestamp: Math.floor(Date.now() / 1000),
    },
    signDigestWith(key),
  );
  keep("signature of the installation", envelope.signature.slice(2));
  await call("/api/install", {
    body: envelope,
    headers: { "x-setup-code": keep("wrong setup code", "ab".repeat(32)) },
  });
  const installed = await call("/api/install", { body: envelope, headers: { "x-setup-code": setupCode } });
  expect(installed.status).toBe(200);

  let token = "";
  const ask = async (query: string, variables: unknown = {}, headers: Record<string, string> = {}) => {
    const { text } = await call("/api/graphql", {
      body: { query, variables },
      headers: token === "" ? headers : { authorization: `Bearer ${token}`, ...headers },
    });
    return text;
  };
  const input = "mutation M($input: T!) { f(input: $input) R }";
  const mutate = (name: string, type: string, reply: string, value: unknown) =>
    ask(input.replace("T!", `${type}!`).replace("f(", `${name}(`).replace(" R", ` ${reply}`), {
      input: value,
    });
  const given = await ask("query Q($address: String!) { getSiweMessage(address: $address) { message } }", {
    address: wallet.address,
  });
  const { message } = JSON.parse(given).data.getSiweMessage;
  const signature = await wallet.signMessage(message);
  keep("signature of the sign-in", signature.slice(2));
  keep("nonce of the sign-in", /Nonce: (\S+)/.exec(message)?.[1] ?? "");
  const entered = await mutate("signInWithEthereum", "SignInWithEthereumInput", "{ token }", {
    message,
    signature,
  });
  token = keep("session", JSON.parse(entered).data.signInWithEthereum.token);
  await call("/api/graphql", {
    body: { query: "{ nodeStatus { __typename } }" },
    headers: { cookie: `freehold_session=${token}`, origin: "https://ada.example" },
  });
  await call("/", { headers: { cookie: `freehold_session=${keep("another cookie", secret("ck"))}` } });
  await call("/api/graphql", {
    body: { query: "{ x }" },
    headers: { authorization: `Bearer ${keep("wrong bearer", secret("br"))}` },
  });

  const mailPassword = keep("mail password", secret("pw"));
  const changed = await mutate("updateSettings", "UpdateSettingsInput", "{ __typename }", {
    mailTransport: `smtps://owner:${mailPassword}@mail.example.invalid:465`,
    mailFrom: "ada@example.org",
  });
  expect(changed).not.toContain("errors");
  await mutate("updateSettings", "UpdateSettingsInput", "{ __typename }", {
    mailTransport: `nonsense ${mailPassword}`,
  });
  await call("/api/smtp_check", {
    body: { mailTransport: `smtps://o:${mailPassword}@mail.example.invalid`, mailFrom: "a@b.c" },
  });
  const hook = await mutate("createWebhook", "CreateWebhookInput", "{ id secret }", {
    url: `https://hooks.example.invalid/services/${keep("address of a webhook", secret("hook"))}`,
    events: ["publication.signed", "comment.confirmed", "follower.created"],
  });
  keep("secret of a webhook", JSON.parse(hook).data.createWebhook.secret);
  const subscribed = await mutate("subscribeNotification", "SubscribeNotificationInput", "", {
    endpoint: `https://push.example.invalid/send/${keep("endpoint of a push", secret("push"))}`,
    keys: {
      p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString("base64url"),
      auth: keep("key of a push", randomBytes(16).toString("base64url")),
    },
  });
  expect(subscribed).toContain("data");
  const made = JSON.parse(
    await mutate("createPublication", "CreatePublicationInput", "{ id }", {
      type: "POST",
      body: keep("text of a draft", secret("text")),
    }),
  );
  const publicationId = made.data.createPublication.id;
  await mutate("createComment", "CreateCommentInput", "{ comment { id } }", {
    publicationId,
    authType: "EMAIL",
    authorId: `${keep("address of a commenter", secret("who"))}@example.org`,
    authorName: "Ben",
    body: keep("text of a comment", secret("said")),
  });
  const mailed = keep("token of a mailed link", secret("tk"));
  await call(`/comments/confirm?id=1&token=${mailed}`);
  await call("/comments/confirm", {
    body: `id=1&token=${mailed}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await call(`/comments/delete?id=1&token=${mailed}`);
  await call(`/somewhere/else?token=${mailed}`);
  await call("/ewp/connections", {
    body: { signature: `0x${keep("signature of a message", randomBytes(65).toString("hex"))}` },
  });
  await call("/ewp/connections", { body: `{ "broken": "${keep("body that is no JSON", secret("body"))}"` });
  await ask(`{ broken(${keep("words of a query", secret("query"))}`);
  // Mails, pushes and webhooks on their way fail by now, and say so.
  await expect.poll(() => output.err, { timeout: 30_000 }).toContain("not done");
  await pause(1_000);
  child.kill("SIGTERM");
  await expect.poll(() => child.exitCode, { timeout: 20_000 }).not.toBeNull();

  expect(output.err).toContain("from-the-proxy.1");
  expect(output.err.trim().split("\n").length).toBeGreaterThan(20);
  const leaked = [...secrets]
    .filter(([, value]) => value !== "" && output.err.includes(value))
    .map(([name]) => name);
  expect(leaked).toEqual([]);
  expect([...secrets].filter(([, value]) => value.length < 8)).toEqual([]);
});

function gather(child: ChildProcess): { out: string; err: string } {
  const output = { out: "", err: "" };
  child.stdout?.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output.err += chunk;
  });
  return output;
}

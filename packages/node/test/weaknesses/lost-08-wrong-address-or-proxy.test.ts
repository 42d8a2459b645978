import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DiagnosisResult } from "../../src/modules/diagnosis/run-diagnosis.ts";
import { resultOf, startProxiedNode } from "../support/proxied-node.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";
import { serveHttps } from "../support/tls-server.ts";
import { createWallet } from "../support/wallet.ts";

let network: TestNetwork;
let resources: AsyncDisposableStack;
beforeEach(async () => {
  network = await createTestNetwork();
  resources = new AsyncDisposableStack();
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await resources.disposeAsync();
});

/** The owner in a browser on this machine, at a page of the node's that is not its public address. */
async function openConsole(origin: string, wallet: ReturnType<typeof createWallet>) {
  let cookie = "";
  const ask = async (query: string, variables: object = {}) => {
    const { headers, json } = await network.fetch(`${origin}/api/graphql`, {
      method: "POST",
      headers: { origin, "sec-fetch-site": "same-origin", ...(cookie && { cookie }) },
      body: { query, variables },
    });
    cookie ||= headers["set-cookie"]?.split(";", 1)[0] ?? "";
    return json as { data: Record<string, unknown>; errors?: unknown };
  };
  const asked = await ask("query ($a: String!) { getSiweMessage(address: $a) { message } }", {
    a: wallet.address,
  });
  const { message } = asked.data.getSiweMessage as { message: string };
  const input = { message, signature: await wallet.signMessage(message) };
  const signIn =
    "mutation ($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { tokenId } }";
  expect((await ask(signIn, { input })).errors).toBeUndefined();
  expect(cookie).not.toBe("");
  return ask;
}

const diagnosis = "{ diagnosis { id area state finding advice } }";

async function startWrong(url: string | undefined, faults = {}) {
  const key = randomBytes(32);
  const privateKey = key.toString("hex");
  const { node } = await startProxiedNode(network, resources, { faults, privateKey, ...(url && { url }) });
  const ask = await openConsole(`http://localhost:${node.config.port}`, createWallet(key));
  const look = async () => {
    const { data, errors } = await ask(diagnosis);
    expect(errors).toBeUndefined();
    return (data.diagnosis as DiagnosisResult[]).map(
      (line) => ({ ...line, state: line.state.toLowerCase() }) as DiagnosisResult,
    );
  };
  return { ask, look };
}

it("with a wrong public address the console works, and says what is wrong and what to do", async () => {
  const otherSite = resources.use(
    await serveHttps(network.certificate, (_request, response) => response.writeHead(404).end()),
  );
  const { ask, look } = await startWrong(otherSite.url(""));
  const settings = "mutation { updateSettings(input: { allowComment: false }) { allowComment } }";
  expect(await ask(settings)).toEqual({ data: { updateSettings: { allowComment: false } } });
  const line = resultOf(await look(), "outside.reach");
  expect(line).toMatchObject({ state: "failed", advice: expect.stringContaining("Correct the address") });
  expect(line.finding).toContain("is not this node");
});

it.each([
  ["strips bodies from DELETE", { strips: ["DELETE"] }, "proxy.methods", "strips the body from DELETE"],
  ["refuses uploads", { refusesOver: 1024 * 1024 }, "proxy.uploads", "refuses an upload of 10 MiB with 413"],
  [
    "shrinks uploads",
    { cutsAt: 1024 * 1024 },
    "proxy.uploads",
    "1048576 of 10485760 bytes of an upload arrive",
  ],
])("a proxy that %s has a finding of its own", async (_what, faults, id, finding) => {
  const { look } = await startWrong(undefined, faults);
  const lines = await look();
  expect(lines.filter(({ state }) => state === "failed").map((line) => line.id)).toEqual([id]);
  expect(resultOf(lines, id)).toMatchObject({
    finding: expect.stringContaining(finding),
    advice: expect.stringMatching(/\.$/),
  });
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { createReferencePeer, type ReferencePeer } from "../support/reference-peer/reference-peer.ts";
import { openShell, readStartLine, type Shell } from "../support/shell.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

describe("the command line and a node of the reference form", () => {
  let network: TestNetwork;
  let rex: ReferencePeer;
  let shell: Shell;
  let url: string;

  beforeAll(async () => {
    network = await createTestNetwork();
    rex = await createReferencePeer(network, { title: "Rex" });
    const port = await freePort();
    url = `https://localhost:${port}`;
    shell = await openShell({
      FREEHOLD_PEER_CA: network.authorityFile,
      FREEHOLD_ALLOW_PRIVATE_PEERS: "1",
      FREEHOLD_PORT: String(port),
      FREEHOLD_LOG_LEVEL: "error",
      FREEHOLD_TLS_CERT: "cert.pem",
      FREEHOLD_TLS_KEY: "key.pem",
    });
    await writeFile(join(shell.folder, "cert.pem"), network.certificate.cert);
    await writeFile(join(shell.folder, "key.pem"), network.certificate.key);
    await shell.placeKeystore();
    await shell.runHere(["init", "--url", url, "--title", "Ben"]);
  });
  afterAll(async () => {
    await shell[Symbol.asyncDispose]();
    await rex.stop();
    await network[Symbol.asyncDispose]();
  });

  test("says that a follow needs a running node", async () => {
    const { code, err } = await shell.runHere(["follow", rex.url]);
    expect(code).toBe(1);
    expect(err).toContain(`calls this one back at ${url}/ewp/connections`);
    expect(err).toContain("Run this node");
    expect(rex.state.connections).toEqual([]);
  });

  test("follows it in its form, and says how such a node differs", async () => {
    await readStartLine(shell.launch(["start", "--json"]));
    const { code, out, err } = await shell.runHere(["follow", rex.url]);
    expect([code, out]).toEqual([0, expect.stringContaining("You follow Rex.")]);
    expect(err).toContain("Rex runs epress");
    expect((await shell.runHere(["peers", "--json"])).json()).toMatchObject([
      { title: "Rex", form: "reference", followed: true, follows: false },
    ]);
    expect(rex.state.connections).toHaveLength(1);
  });

  test("says that such a follower can't be removed, and changes nothing", async () => {
    const [ben] = [...rex.state.nodes.keys()];
    if (!ben) throw new Error("Rex does not know Ben.");
    const follow = await rex.signFollow({ address: ben, url });
    // As the page of Ben's node does it, the two nodes agree.
    const { status } = await network.fetch(`${url}/ewp/connections`, { method: "POST", body: follow });
    expect(status).toBe(201);
    rex.state.connections.push({ follower: rex.address, followee: ben });
    const removed = await shell.runHere(["remove-follower", rex.url]);
    expect(removed.code).toBe(1);
    expect(removed.err).toContain("Rex can't be removed");
    expect(removed.err).toContain("Nothing was changed.");
    const peers = await shell.runHere(["peers"]);
    expect(peers.out).toContain("1 follower on epress can't be removed");
    expect((await shell.runHere(["peers", "--json"])).json()).toMatchObject([
      { follows: true, followed: true },
    ]);
  });

  test("signs a profile in both forms", async () => {
    const { json } = await shell.runHere(["profile", "update", "--title", "Benjamin", "--json"]);
    expect(json()).toMatchObject({ title: "Benjamin", recipients: 1, readers: 0 });
    const title = () => [...rex.state.nodes.values()].map((node) => node.title);
    await expect.poll(title, { timeout: 10_000 }).toEqual(["Benjamin"]);
  });

  test("verifies everything that it publishes, and leaves out what it did not sign", async () => {
    await rex.publish({ content: "signed" });
    await rex.publish({ content: "not signed", signed: false });
    const { code, json } = await shell.runHere(["verify", rex.url, "--json"]);
    expect([code, json()]).toEqual([0, expect.objectContaining({ ok: true })]);
  });

  test("unfollows it in its form", async () => {
    expect((await shell.runHere(["unfollow", rex.url])).out).toContain("You no longer follow Rex.");
    expect(rex.state.connections.map(({ follower }) => follower)).toEqual([rex.address]);
  });
});

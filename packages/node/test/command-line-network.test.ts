import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./support/free-port.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { serveHttps } from "./support/tls-server.ts";

describe("the command line between two nodes, beside a running server", () => {
  let network: TestNetwork;
  let ada: TestNode;
  let shell: Shell;
  let url: string;
  /** A process of its own: once for each command. */
  const freehold: Shell["run"] = (args, options) => shell.run(args, options);
  /** The same command in this process, which is another one than the server's, too. */
  const here: Shell["runHere"] = (args, options) => shell.runHere(args, options);

  beforeAll(async () => {
    network = await createTestNetwork();
    ada = await network.start({ title: "Ada" });
    const port = await freePort();
    url = `https://localhost:${port}`;
    shell = await openShell({
      FREEHOLD_PEER_CA: network.authorityFile,
      FREEHOLD_ALLOW_PRIVATE_PEERS: "1",
      FREEHOLD_PORT: String(port),
      FREEHOLD_LOG_LEVEL: "error",
    });
    await writeFile(join(shell.folder, "cert.pem"), network.certificate.cert);
    await writeFile(join(shell.folder, "key.pem"), network.certificate.key);
    await writeFile(join(shell.folder, "post.md"), "# From the shell\n");
    await shell.placeKeystore();
    await here(["init", "--url", url, "--title", "Ben"]);
  });
  afterAll(async () => {
    await shell[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  it("says that a follow needs a running node", async () => {
    const { code, err } = await here(["follow", ada.url]);
    expect(code).toBe(1);
    expect(err).toMatch(/must be running .* and reachable/);
    expect(err).toContain(url);
  });

  it("follows, is followed, sends and receives", async () => {
    const child = shell.launch(["start", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--json"]);
    expect(await readStartLine(child)).toMatchObject({ url, installed: true });
    const followed = await freehold(["follow", ada.url, "--json"]);
    expect(followed.json()).toEqual({
      status: "following",
      address: ada.signer.address,
      url: ada.url,
      title: "Ada",
    });
    // It is told again, since the other node may have lost it.
    expect((await here(["follow", ada.url])).code).toBe(0);
    await ada.follow({ url });
    expect((await here(["peers", "--json"])).json()).toMatchObject([
      {
        address: ada.signer.address,
        url: ada.url,
        title: "Ada",
        follows: true,
        followed: true,
        state: "healthy",
      },
    ]);

    const post = (await freehold(["publish", "post.md", "--json"])).json();
    await expect
      .poll(async () => (await ada.timeline()).map((item) => item.contentHash))
      .toContain(post.contentHash);
    const delivered = async () => (await here(["outbox", "--json"])).json();
    await expect
      .poll(delivered, { timeout: 10_000 })
      .toContainEqual(
        expect.objectContaining({ kind: "publication", state: "done", peer: "Ada", attempts: 0 }),
      );

    const reply = await ada.publish("Hello Ben");
    const read = async () => (await here(["timeline", "--from", ada.url, "--json"])).json();
    await expect
      .poll(read, { timeout: 10_000 })
      .toEqual([
        expect.objectContaining({ contentHash: reply.contentHash, publisher: "Ada", body: "Hello Ben" }),
      ]);
    const people = await here(["peers"]);
    expect(people.out).toMatch(/Ada +both ways +baseline +healthy/);
  });

  it("lists who was told of a post, and what happened with a node", async () => {
    const [post] = (await here(["posts", "--json"])).json() as { contentHash: string }[];
    const told = ["receipts", String(post?.contentHash)];
    expect((await here([...told, "--json"])).json()).toEqual([
      expect.objectContaining({
        address: ada.signer.address,
        title: "Ada",
        state: "done",
        answer: "accepted",
      }),
    ]);
    const table = (await here(told)).out;
    expect(table).toMatch(
      /^WHO +TOLD +ANSWER +URL\nAda +\S.* +accepted the proof, will fetch it, .* +https:/,
    );
    const { id } = (await here(["publish", "post.md", "--local", "--json"])).json();
    const local = await here(["receipts", String(id)]);
    expect([local.code, local.out]).toEqual([1, ""]);
    expect(local.err).toContain("This post is not signed, so it was not sent to anyone.");
    const unknown = await here(["receipts", "nothing-of-that-name"]);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("There is no post")]);
    const history = await here(["peers", "history", ada.url, "--json"]);
    const kinds = history.json().map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["you-followed", "followed-you"]));
    expect((await here(["peers", "history", ada.url])).out).toMatch(/ {2}.* it followed you.*\(signed by 0x/);
  });

  it("verifies a node, and one content of it", async () => {
    const all = await freehold(["verify", ada.url, "--json"]);
    expect([all.code, all.err]).toEqual([0, ""]);
    expect(all.json()).toMatchObject({ target: ada.url, checked: 2, failed: 0, ok: true });
    const hash = all.json().checks[1].contentHash;
    const one = await here(["verify", `${ada.url}/ewp/contents/${hash}`]);
    expect([one.code, one.out]).toEqual([0, expect.stringMatching(/^Valid\. Ada, 0x.*\n(ok .*\n){6}$/)]);
    const posts = (await ada.fetch("/ewp/publications")).json as { data: { contentHash: string }[] };
    const pages = [1, 2, 3].map(async (id) =>
      (await ada.fetch(`/publications/${id}`)).status === 200 ? id : null,
    );
    const id = (await Promise.all(pages)).find((one) => one !== null);
    const page = await here(["verify", `${ada.url}/publications/${id}`, "--json"]);
    expect(page.json()).toMatchObject({
      verdict: "valid",
      proof: { contentHash: posts.data[0]?.contentHash },
    });
    await writeFile(join(shell.folder, "text.md"), "Hello Ben\n");
    const text = await here(["verify", "text.md", "--publisher", ada.url]);
    expect([text.code, text.out]).toEqual([0, expect.stringMatching(/^Valid\. Ada/)]);
    const unknown = await here(["verify", `${ada.url}/ewp/contents/0x${"0".repeat(64)}`, "--json"]);
    expect([unknown.code, unknown.json().failed]).toEqual([1, 1]);
  });

  it("finds changed bytes, signatures and order", async () => {
    // Posts of one second have no order.
    const { data } = (await ada.fetch("/ewp/publications")).json as { data: { timestamp: number }[] };
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(Number(data.at(-1)?.timestamp));
    const second = await ada.publish("Second words");
    const entries = (await ada.fetch("/ewp/publications")).json as { data: Record<string, unknown>[] };
    const [first, last] = entries.data;
    const forged = { ...last, timestamp: Number(last?.timestamp) + 1 };
    await using liar = await serveHttps(network.certificate, (request, response) => {
      const send = (value: unknown) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify(value));
      if (request.url === "/ewp/profile") {
        void ada.fetch("/ewp/profile").then(({ json }) => send({ ...(json as object), url: liar.url("") }));
      } else if (request.url?.startsWith("/ewp/publications")) {
        const pagination = {
          page: 1,
          limit: 100,
          total: 3,
          totalPages: 1,
          hasNextPage: false,
          hasPreviousPage: false,
        };
        send({ data: [last, first, forged], pagination });
      } else {
        const isFirst = request.url?.includes(String(first?.contentHash));
        response.setHeader("content-type", "text/markdown").end(isFirst ? "Other words" : "Second words");
      }
    });
    const { code, json, err } = await here(["verify", liar.url(""), "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(err).error.code).toBe("VERIFICATION_FAILED");
    expect(second.contentHash).toBe(last?.contentHash);
    expect(json().checks.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      null,
      null,
      "it comes after a later one in the index; the content has another hash",
      "the signature is not by the publisher",
    ]);
  });

  it("shows deliveries that wait for an unreachable node, and retries them on request", async () => {
    await ada.stop();
    await here(["publish", "-"], { input: "For later.\n" });
    const waiting = async () =>
      (await here(["outbox", "--limit", "1", "--json"])).json()[0] as {
        id: number;
        state: string;
        lastError: string;
      };
    await expect
      .poll(waiting, { timeout: 10_000 })
      .toMatchObject({ state: "pending", lastError: expect.stringMatching(/reached/) });
    const { id } = await waiting();
    expect((await freehold(["outbox", "--retry", String(id), "--json"])).json()).toEqual({
      id,
      state: "pending",
    });
    expect((await here(["peers"])).out).toMatch(/Ada: failed \d+ times? in a row/);
    await ada.start();
    await here(["outbox", "--retry", String(id)]);
    await expect.poll(waiting, { timeout: 10_000 }).toMatchObject({ id, state: "done" });
  });

  it("ends both follows", async () => {
    expect((await freehold(["unfollow", ada.signer.address, "--json"])).json()).toMatchObject({
      status: "ended",
    });
    expect((await freehold(["remove-follower", ada.url])).out).toBe("Ada no longer follows you.\n");
    expect((await here(["peers", "--json"])).json()).toEqual([]);
    expect((await here(["unfollow", ada.url])).code).toBe(1);
  });

  it("ends at once on a second signal", async () => {
    const child = shell.launch(["start", "--port", "0", "--json", "--data", "another"]);
    const { port } = await readStartLine(child);
    const slow = connect(port, "127.0.0.1");
    slow.on("error", () => {});
    const head =
      "POST /ewp/connections HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    await new Promise((resolve) => slow.write(head, resolve));
    await expect.poll(() => tryToConnect(port)).toBe(true);
    child.kill("SIGTERM");
    await expect.poll(() => tryToConnect(port)).toBe(false);
    expect(child.exitCode).toBeNull();
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
    slow.destroy();
  });
});

async function tryToConnect(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Address, archiveNames } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFollowees, listFollowers } from "../src/store/peers/connections.ts";
import { freePort } from "./support/free-port.ts";
import { startMailServer } from "./support/mail-server.ts";
import { createReferencePeer } from "./support/reference-peer/reference-peer.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

/** The nodes that follow a node, and those that it follows. */
async function followsOf({ running, signer }: TestNode): Promise<[string[], string[]]> {
  const { db } = running.context.store;
  const page = { limit: 10 };
  const followers = await listFollowers(db, signer.address, page);
  const followees = await listFollowees(db, signer.address, page);
  return [
    followers.map(({ followerAddress }) => followerAddress),
    followees.map(({ followeeAddress }) => followeeAddress),
  ];
}

const readers = ["bea@example.org", "later@example.org"];

describe("the end of a node (decision 0061)", () => {
  let network: TestNetwork;
  let ada: TestNode;
  let carl: TestNode;
  let shell: Shell;
  let url: string;
  let ben: string;
  const here: Shell["runHere"] = (args, options) => shell.runHere(args, options);
  const peers = async () => (await here(["peers", "--json"])).json();
  const posts = async () => (await here(["posts", "--json"])).json();
  const page = async (path: string) => (await network.fetch(`${url}${path}`)).body.toString();

  beforeAll(async () => {
    network = await createTestNetwork();
    ada = await network.start({ title: "Ada" });
    carl = await network.start({ title: "Carl" });
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
    await writeFile(join(shell.folder, "post.md"), "# A post\n");
    await shell.placeKeystore();
    ben = (await here(["init", "--url", url, "--title", "Ben", "--json"])).json().address;
    await readStartLine(shell.launch(["start", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--json"]));
    await here(["follow", ada.url]);
    for (const node of [ada, carl]) await node.follow({ url });
    await here(["publish", "post.md", "--slug", "post"]);
  });
  afterAll(async () => {
    await shell[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  it("says what would happen, and changes nothing before --yes", async () => {
    await expect.poll(async () => (await ada.timeline()).length).toBe(1);
    const before = [await peers(), await posts()];
    const asked = await here(["close"]);
    expect([asked.code, asked.out]).toEqual([1, ""]);
    expect(asked.err).toContain(`This closes ${url} for good`);
    expect(asked.err).toContain("You lose 2 followers and stop following 1 site.");
    expect(asked.err).toContain("1 post stays");
    for (const wrong of [
      ["--mail"],
      ["--mail", "--message", "The end."],
      ["--message", "The end.", "--wait", "soon"],
    ])
      expect((await here(["close", "--yes", ...wrong])).code).toBe(2);
    await writeFile(join(shell.folder, "notes.txt"), "not a site");
    expect((await here(["close", "--yes", "."])).err).toContain("is not empty");
    expect([await peers(), await posts()]).toEqual(before);
    expect(await page("/")).not.toContain("was closed");
  });

  it("is killed half-way, runs again, and comes to the same end; a site that is down is told by the next run", async () => {
    await carl.stop();
    const port = Number(new URL(carl.url).port);
    const held = Promise.withResolvers<void>();
    const mute = createServer(() => held.resolve()).listen(port, "127.0.0.1");
    const args = ["close", "site", "--yes", "--message", "# The end\n", "--wait", "0"];
    const child = shell.launch(args);
    await held.promise;
    child.kill("SIGKILL");
    await once(child, "close");
    mute.close();
    expect(await posts()).toMatchObject([{ slug: "the-end", state: "SIGNED" }, { slug: "post" }]);

    const first = await here(["close", "site", "--yes", "--message", "# The end\n", "--wait", "0", "--json"]);
    const closed = first.json();
    expect(closed).toMatchObject({
      url,
      unable: 0,
      untold: [{ address: carl.signer.address, title: "Carl", url: carl.url, follows: true }],
      site: { folder: join(shell.folder, "site") },
    });
    expect((await posts()).length).toBe(2);
    expect(await peers()).toEqual([]);
    expect(await followsOf(ada)).toEqual([[], []]);
    // A signed copy is the follower's.
    expect((await ada.timeline()).map(({ publisherAddress }) => publisherAddress)).toContain(ben);

    await carl.start();
    expect((await followsOf(carl))[1]).toEqual([ben]);
    const again = (await here(["close", "site", "--yes", "--json"])).json();
    expect(again).toMatchObject({ since: closed.since, postId: closed.postId, untold: [] });
    expect(again.told).toBeGreaterThanOrEqual(1);
    expect(await followsOf(carl)).toEqual([[], []]);
  });

  it("shows its pages, and takes nothing new from anybody", async () => {
    for (const path of ["/", "/slug/post", "/nowhere"])
      expect(await page(path)).toContain("This site was closed on");
    expect(await readFile(join(shell.folder, "site/index.html"), "utf8")).toContain(
      "This site was closed on",
    );
    const signature = JSON.parse(await readFile(join(shell.folder, "site", archiveNames.signature), "utf8"));
    expect(signature.address).toBe(ben);
    await expect(ada.follow({ url })).rejects.toThrow();
    for (const call of [
      ["publish", "post.md"],
      ["publish", "post.md", "--local"],
      ["follow", ada.url],
      ["settings", "set", "allowFollow", "true"],
      ["close", "site", "--yes", "--message", "One more"],
    ]) {
      const { code, err } = await here([...call, "--json"]);
      expect([call, code, err]).toEqual([call, 1, expect.stringContaining("SITE_CLOSED")]);
    }
    expect([await peers(), (await posts()).length]).toEqual([[], 2]);
    const draft = await here(["publish", "post.md", "--draft"]);
    expect(draft.code).toBe(0);
  });

  it("opens again, with the settings that it had, and deletes its posts where that is asked for", async () => {
    expect((await here(["reopen"])).code).toBe(0);
    expect((await here(["reopen", "--json"])).json()).toEqual({ wasClosed: false });
    await ada.follow({ url });
    expect(await page("/")).not.toContain("was closed");
    expect((await here(["settings", "--json"])).json()).toMatchObject({
      allowFollow: true,
      allowComment: true,
    });
    const deleting = await here(["close", "site", "--yes", "--delete-posts", "--json"]);
    expect(deleting.err).toBe("");
    expect(deleting.json()).toMatchObject({
      deleted: 2,
      told: 1,
    });
    expect((await network.fetch(`${url}/slug/post`)).status).toBe(410);
    expect(existsSync(join(shell.folder, "site/slug/post/index.html"))).toBe(false);
    expect(await readFile(join(shell.folder, "site/index.html"), "utf8")).toContain(
      "This site was closed on",
    );
  });

  it("sends its last post by mail, and says how many mails wait for the node", async () => {
    // One of them is greylisted for longer than the command waits.
    const recipient = (to: string) => (to.startsWith("later") ? "450 4.2.0 Greylisted, try later" : null);
    await using mail = await startMailServer({}, { recipient });
    expect((await here(["reopen"])).code).toBe(0);
    const settings = { mailTransport: mail.url(), mailFrom: "ben@ben.example", newsletter: "true" };
    for (const [name, value] of Object.entries(settings))
      expect(await here(["settings", "set", name, value])).toMatchObject({ code: 0 });
    for (const reader of readers)
      expect(await here(["subscribers", "add", reader])).toMatchObject({ code: 0 });
    const close = ["close", "site", "--yes", "--json"];
    const closed = await here([...close, "--message", "# Goodbye\n", "--mail", "--wait", "0"]);
    expect(closed.json().mails).toMatchObject({ failed: 0 });
    await expect
      .poll(async () => (await here(close)).json().mails, { timeout: 60_000 })
      .toEqual({ waiting: 1, delivered: 1, failed: 0 });
    expect(mail.received.map(({ to }) => to)).toEqual([["bea@example.org"]]);
    expect(mail.received[0]?.source).toContain("Subject: Goodbye");
    const again = await here(["close", "site", "--yes"]);
    expect(again.err).toContain("1 email waits: keep the node running, or they are never sent.");
  });

  it("ends its own follow of an epress node, and leaves it to that node to end the other way", async () => {
    await using rex = await createReferencePeer(network);
    await here(["reopen"]);
    await here(["follow", rex.url]);
    const body = await rex.signFollow({ address: ben as Address, url });
    const followed = await network.fetch(`${url}/ewp/connections`, { method: "POST", body });
    expect([followed.status, (await peers()).length]).toEqual([201, 1]);
    const closed = (await here(["close", "site", "--yes", "--json"])).json();
    expect(closed).toMatchObject({ untold: [], unable: 1 });
    expect(rex.state.connections).toEqual([]);
    expect(await peers()).toMatchObject([{ address: rex.address }]);
    expect((await here(["close", "site", "--yes"])).err).toContain("1 follower on epress");
    await rex.unfollow(ben as Address);
    expect(await peers()).toEqual([]);
  });
});

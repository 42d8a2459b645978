import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { freePort } from "./support/free-port.ts";
import { openImportFolder } from "./support/import-folder.ts";
import { writeReferenceData } from "./support/reference-data.ts";
import { openShell, readStartLine } from "./support/shell.ts";
import { createTestNetwork } from "./support/test-network.ts";

const privateKey = "0d".repeat(32);

it("imports an epress node and a site into a running node, signs both anew, and tells followers of new posts only", async () => {
  await using network = await createTestNetwork();
  const friend = await network.start({ title: "Friend" });
  const port = await freePort();
  const before = await network.start({ title: "Me", privateKey, port });
  await before.follow(friend);
  await friend.follow(before);
  const { url, signer } = before;
  await before.stop();

  await using shell = await openShell({
    FREEHOLD_PEER_CA: network.authorityFile,
    FREEHOLD_ALLOW_PRIVATE_PEERS: "1",
    FREEHOLD_PORT: String(port),
    FREEHOLD_LOG_LEVEL: "error",
  });
  const data = join(shell.folder, "data-of-epress");
  await writeReferenceData(data, signer, { posts: 1, pictures: 0, followers: 0, following: 0 });
  const db = new DatabaseSync(join(data, "database/epress.sqlite"));
  const node = db.prepare("insert into nodes values (?, ?, 'Friend', '', 0, 0, 0)");
  node.run(friend.signer.address, friend.url);
  const connection = db.prepare(
    "insert into connections (follower_address, followee_address, created_at) values (?, ?, 0)",
  );
  connection.run(signer.address, friend.signer.address);
  connection.run(friend.signer.address, signer.address);
  db.close();
  await using site = await openImportFolder({
    "hugo.toml": "title = 'Mine'\n",
    "content/posts/first.md": "---\ntitle: First\ndate: 2014-01-02T10:00:00Z\n---\nHello.\n",
  });
  for (const [name, text] of [
    ["cert.pem", network.certificate.cert],
    ["key.pem", network.certificate.key],
    ["new.md", "# New\n"],
  ] as const)
    await writeFile(join(shell.folder, name), text);

  await shell.placeKeystore("data", Buffer.from(privateKey, "hex"));
  await shell.runHere(["init", "--url", url, "--title", "Me"]);
  await readStartLine(shell.launch(["start", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--json"]));
  const taken = await shell.runHere(["import", data, "--json"]);
  expect(taken.json()).toMatchObject({ taken: { posts: 2, followers: 1, following: 1 } });
  expect((await shell.runHere(["import", site.path])).out).toContain("freehold sign --imported");

  const peer = { address: friend.signer.address, url: friend.url, title: "Friend" };
  const follower = { ...peer, side: "follower", status: "unproven" };
  const renewed = await shell.runHere(["follow", "--imported", "--json"]);
  expect([renewed.err, renewed.json()]).toMatchObject([
    "",
    [{ ...peer, side: "followee", status: "following" }, follower],
  ]);
  // The follower's node sends the follow again: now it is signed here, too.
  await friend.unfollow(before);
  await friend.follow(before);
  expect((await shell.runHere(["follow", "--imported", "--json"])).json()).toEqual([]);

  expect((await shell.runHere(["sign", "--imported", "--json"])).json()).toEqual({ signed: 2 });
  const page = await network.fetch(`${url}/slug/first`, { headers: { "accept-language": "en" } });
  expect(page.body.toString()).toMatch(/2014<\/time>, <time [^>]*>signed [^<]*20\d\d</);
  const sent = async () =>
    ((await shell.runHere(["outbox", "--json"])).json() as { kind: string; state: string }[])
      .filter(({ kind }) => kind === "publication")
      .map(({ state }) => state);
  expect(await sent()).toEqual([]);

  const { contentHash } = (await shell.runHere(["publish", "new.md", "--json"])).json();
  await expect
    .poll(async () => (await friend.timeline()).map((item) => item.contentHash), { timeout: 20_000 })
    .toContain(contentHash);
  await expect.poll(sent).toEqual(["done"]);
});

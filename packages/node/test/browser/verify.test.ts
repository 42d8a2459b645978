import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatPostWithProof, type Hash, type ProofEntry } from "@freehold/protocol";
import { beforeAll, describe, expect, test } from "vitest";
import { openVisit, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
/** A person of whom Ada's node knows nothing. */
let grace: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada Lovelace" });
  grace = await fixture.network.start({ title: "Grace Hopper" });
});

/** The answer of the page to a question, as text. */
async function check(of: string): Promise<{ status: number; html: string; lines: string[] }> {
  return await send({ of });
}

async function send(fields: Record<string, string>) {
  const { status, body } = await ada.fetch("/verify", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  const html = body.toString("utf8");
  const found = html.split('id="found"')[1] ?? "";
  const lines = [...found.matchAll(/<li class="(good|bad|wait)">(.*?)<\/li>/g)].map(
    ([, state, words]) => `${state} ${words}`,
  );
  return { status, html, lines };
}

const damage = (node: TestNode, hash: Hash) =>
  writeFile(join(node.config.dataDir, "contents", hash.slice(2, 4), hash), "other bytes");

describe("what is here", () => {
  test("is found by its number, its hash, its slug and its address, and checked from its bytes", async () => {
    const { id, contentHash } = await ada.publish("# A post of mine", { slug: "mine" });
    for (const of of [
      String(id),
      contentHash,
      "mine",
      `${ada.url}/slug/mine`,
      `/publications/${id}`,
      ` ${contentHash} `,
    ]) {
      const { html, lines } = await check(of);
      expect([of, lines.map((line) => line.split(" ")[0])]).toEqual([of, ["good", "good", "good"]]);
      expect(html).toContain("Verified");
      expect(html).toContain("Ada Lovelace");
    }
  });

  test("is shown as broken when its bytes changed", async () => {
    const { contentHash } = await ada.publish("# Changed on the disk");
    await damage(ada, contentHash);
    const { html, lines } = await check(contentHash);
    expect(html).toContain("Verification failed");
    expect(lines.at(-1)).toBe("bad The content was changed after it was signed.");
  });

  test("is a copy of another's as well", async () => {
    const bea = await fixture.network.start({ title: "Bea" });
    await ada.follow(bea);
    const { contentHash } = await bea.publish("# From Bea");
    await bea.settled();
    await ada.settled();
    const { html, lines } = await check(contentHash);
    expect(lines).toHaveLength(3);
    expect(html).toContain("Bea");
    expect(html).toContain("Verified");
  });

  test("is missing for a post without a signature, and a draft is not found", async () => {
    const local = await ada.draft("# Only here", "local");
    expect((await check(String(local.id))).html).toContain("has no signature");
    const draft = await ada.draft("# A draft");
    for (const name of [String(draft.id), draft.contentHash]) {
      expect((await check(name)).html).toContain("Nothing on this site");
    }
  });
});

describe("what is on another node", () => {
  test("is fetched from there and checked line by line", async () => {
    const { contentHash, timestamp } = await grace.publish("# On another node", { slug: "elsewhere" });
    for (const path of [
      `/ewp/contents/${contentHash}?timestamp=${timestamp}`,
      `/publications/${contentHash}`,
      "/slug/elsewhere",
      "/publications/1",
    ]) {
      const { html, lines } = await check(`${grace.url}${path}`);
      expect([path, lines.map((line) => line.split(" ")[0])]).toEqual([path, Array(6).fill("good")]);
      expect(html).toContain("Grace Hopper");
    }
  });

  test("is shown as broken when other bytes are served", async () => {
    const { contentHash } = await grace.publish("# To be changed");
    await damage(grace, contentHash);
    const { html, lines } = await check(`${grace.url}/publications/${contentHash}`);
    expect(html).toContain("Verification failed");
    expect(lines.at(-1)).toMatch(/^bad/);
  });

  test("is unknown when it is in no list, or the node does not answer", async () => {
    const unknown = `0x${"ab".repeat(32)}`;
    expect((await check(`${grace.url}/publications/${unknown}`)).lines.at(-1)).toMatch(
      /^bad It is not in the site/,
    );
    const { html, lines } = await check(`https://localhost:1/publications/${unknown}`);
    expect(lines).toEqual(["wait The site can&#x27;t be reached. Try again later."]);
    expect(html).toContain("Not everything could be verified");
  });
});

test("a whole node is checked by its index", async () => {
  const { html, lines } = await check(grace.url);
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["good", "good"]);
  expect(html).toMatch(/Grace Hopper: \d+ entries in its list/);
});

describe("what is pasted", () => {
  const text = "# Pasted\n\n“Words” & <b>signs</b> \u0000 \uFEFF 盐\n";
  const proofOf = async (hash: Hash) => {
    const { data } = (await grace.fetch("/ewp/publications?limit=1000")).json as { data: ProofEntry[] };
    const proof = data.find(({ contentHash }) => contentHash === hash);
    if (!proof) throw new Error("It is not in the index.");
    return proof;
  };

  test("is checked by its proof alone, with the line ends of a form", async () => {
    const { contentHash } = await grace.publish(text);
    const proof = await proofOf(contentHash);
    const whole = formatPostWithProof(text, proof);
    for (const post of [whole, whole.replaceAll("\n", "\r\n"), text + JSON.stringify(proof, null, 2)]) {
      const { html, lines } = await send({ of: "", post, publisher: "" });
      expect(lines.map((line) => line.split(" ")[0])).toEqual(["good", "good", "good"]);
      expect(html).toContain("from the pasted text only");
    }
    const wrong = await send({ post: whole.replace("Words", "Swords") });
    expect(wrong.lines[0]).toBe("bad The content was changed after it was signed.");
    const forged = await send({
      post: formatPostWithProof(text, { ...proof, timestamp: proof.timestamp - 1 }),
    });
    expect(forged.lines[1]).toBe("bad The signature is not from this key.");
    expect((await send({ post: `${text}{"contentHash":"0x12"}` })).html).toContain("its hash is invalid");
    const large = await send({ post: formatPostWithProof("盐".repeat(350_000), proof) });
    expect([large.status, large.lines[0]?.slice(0, 3)]).toEqual([200, "bad"]);
    const tooLarge = await send({ post: "%".repeat(2_000_000) });
    expect(tooLarge.status).toBe(413);
  });

  test("without a proof is looked for at its publisher", async () => {
    await grace.publish("# Without its proof");
    const post = "# Without its proof\r\n";
    expect((await send({ post })).html).toContain("This text has no proof");
    const { lines } = await send({ post, publisher: grace.url });
    expect(lines.map((line) => line.split(" ")[0])).toEqual(Array(6).fill("good"));
    await ada.publish("# Of this node");
    expect((await send({ post: "# Of this node" })).lines).toHaveLength(2);
  });

  test("is checked in the browser, also offline", async () => {
    const { contentHash } = await grace.publish("# Checked offline");
    const whole = formatPostWithProof("# Checked offline", await proofOf(contentHash));
    const visit = await openVisit(fixture.browser);
    const page = await visit.newPage();
    await page.goto(`${ada.url}/verify`);
    const saved = () => page.evaluate(async () => (await caches.match("/verify")) !== undefined);
    await expect.poll(saved).toBe(true);
    await visit.setOffline(true);
    await page.goto(`${ada.url}/verify?of=${contentHash}`);
    const field = page.getByLabel("Web address, hash, or number");
    await expect.poll(() => field.inputValue()).toBe(contentHash);
    await page.getByRole("button", { name: "Verify", exact: true }).first().click();
    await page.getByText("You can still verify").waitFor();
    await page.getByText("Or paste a post").click();
    const post = page.getByLabel("The whole post, with its proof");
    await post.fill(whole);
    await page.getByRole("button", { name: "Verify", exact: true }).last().click();
    await page.getByRole("heading", { name: "Verified" }).waitFor();
    await page.getByText(`${grace.signer.address} signed exactly this content`).waitFor();
    await expectForEverybody(page, "verify-pasted");
    await post.fill(whole.replace("offline", "online"));
    await page.getByRole("button", { name: "Verify", exact: true }).last().click();
    await page.getByRole("heading", { name: "Verification failed" }).waitFor();
    await visit.close();
  });
});

test.each([
  "",
  "two words",
  "https://",
  "javascript:alert(1)",
  "https://a.example/ewp/contents/12",
  "x".repeat(900),
])("%j is refused with the usage", async (of) => {
  const { status, html } = await check(of);
  expect(status).toBe(200);
  expect(html).toContain("Unknown input");
});

test("a visitor checks a proof without JavaScript", async () => {
  const { contentHash } = await grace.publish("# For somebody without scripts");
  const visit = await openVisit(fixture.browser, { javaScript: false });
  const page = await visit.newPage();
  const { problems } = watchPage(page, ada.url);
  await page.goto(`${ada.url}/verify`);
  await page
    .getByLabel("Web address, hash, or number on this site")
    .fill(`${grace.url}/publications/${contentHash}`);
  await page.getByRole("button", { name: "Verify", exact: true }).first().click();
  expect(await page.getByRole("heading", { level: 2 }).textContent()).toBe("Verified");
  expect(problems).toEqual([]);
  await visit.close();
});

test("a file is hashed in the browser and compared with what was signed", async () => {
  const bytes = Buffer.from("the very bytes of a file");
  await ada.publish(bytes, { filename: "bytes.txt", description: "some bytes" });
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  const { problems } = watchPage(page, ada.url);
  await page.goto(`${ada.url}/verify`);
  const file = page.getByLabel("Or choose your files", { exact: false });
  const pick = (buffer: Buffer) => file.setInputFiles({ name: "bytes.txt", mimeType: "text/plain", buffer });
  await pick(bytes);
  await page.getByText("This is the hash of your file.").waitFor();
  await page.getByRole("button", { name: "Verify", exact: true }).first().click();
  await page.getByRole("heading", { name: "Verified" }).waitFor();
  await pick(bytes);
  await page.getByText("Your file is unchanged since it was signed").waitFor();
  await pick(Buffer.from("other bytes"));
  await page.getByText("Your file differs from the signed one.").waitFor();
  expect(problems).toEqual([]);
  await visit.close();
});

test.each([true, false])("everybody can use it, where a post is damaged: %s", async (isDamaged) => {
  const { contentHash } = await grace.publish(`# Looked at, damaged: ${isDamaged}`);
  if (isDamaged) await damage(grace, contentHash);
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  await page.goto(`${ada.url}/verify?of=${encodeURIComponent(`${grace.url}/publications/${contentHash}`)}`);
  await page.getByRole("button", { name: "Verify", exact: true }).first().click();
  await page.locator("#found").waitFor();
  await expectForEverybody(page, "verify");
  await visit.close();
});

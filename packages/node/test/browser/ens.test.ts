import { Readable } from "node:stream";
import type { Address } from "@freehold/protocol";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { saveEnsName, updateEnsName } from "../../src/modules/ens/store.ts";
import { saveContent } from "../../src/store/contents.ts";
import { openVisit, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { commentByWallet } from "../support/commenters.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const fixture = useBrowserFixture();
const long = `${"a-rather-long-name".repeat(6)}.${"sub".repeat(12)}.example.eth`;
let ada: TestNode;
let bob: TestNode;
let path: string;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.alloc(32, 7).toString("hex") });
  bob = await fixture.network.start({ title: "Bob" });
  await bob.follow(ada);
  const { context } = ada.running;
  await updateSettings(context, { ensRpc: "https://rpc.invalid/v2/key" });
  const { id } = await ada.publish("# The loom\n\nIt weaves.");
  path = `/publications/${id}`;
  for (const [key, name] of [
    [21, "Bea"],
    [22, ""],
    [23, "Cleo, without a name in ENS"],
  ] as const)
    await commentByWallet(context, { key, name, body: "It *weaves*.", publicationId: id });
  const face = sharp({ create: { width: 128, height: 128, channels: 3, background: "#3a7" } });
  const picture = await face.webp().toBuffer();
  const blob = await context.blobs.put(Readable.from([picture]), { maxBytes: picture.length });
  const now = Date.now();
  const found: readonly (readonly [Address, string])[] = [
    [ada.signer.address, "🧵ada.eth"],
    [bob.signer.address, "bob.eth"],
    [createWallet(21).address, long],
    [createWallet(22).address, "dora.eth"],
  ];
  await context.store.transaction(async (tx) => {
    await saveContent(tx, { ...blob, now });
    for (const [address, name] of found) {
      const renewAt = now + 1e9;
      await saveEnsName(tx, { address, askedAt: now, renewAt }, null);
      const avatarHash = name === "dora.eth" ? null : blob.hash;
      await updateEnsName(tx, address, { name, avatarHash, verifiedAt: now, renewAt });
    }
  });
});

test("readers see names beside addresses, with pictures of this node", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  const { problems } = watchPage(page, ada.url);
  await page.goto(`${ada.url}${path}`);
  const comments = page.locator(".comment");
  expect(await comments.nth(0).locator(".ens").innerText()).toMatch(
    new RegExp(`^${long}\\s+0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$`),
  );
  expect(await comments.nth(1).locator(".by, .ens").allInnerTexts()).toEqual([
    expect.stringMatching(/^0x.{4}….{4}$/),
    "dora.eth",
  ]);
  expect(await comments.nth(2).locator(".ens").count()).toBe(0);
  const picture = page.locator('.comment img[src^="/ens/"]');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(128);
  await expectForEverybody(page, "ens-comments");
  await page.goto(`${ada.url}/about`);
  await page.getByText("🧵ada.eth").waitFor();
  await expectForEverybody(page, "ens-about");
  expect(problems).toEqual([]);
  await visit.close();
});

test("the owner sees them in the dashboard, and not the address of the RPC", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/comments/published",
  });
  const { page } = ownerConsole;
  await page.getByText(long).waitFor();
  await expectForEverybody(page, "console-ens-comments");
  await ownerConsole.goTo("/people/followers");
  await page.getByText("bob.eth").waitFor();
  await page.getByRole("button", { name: "Bob" }).click();
  await expectForEverybody(page, "console-ens-people");
  await ownerConsole.goTo("/settings/site");
  await page.getByText(/🧵ada\.eth/).waitFor();
  expect(await page.content()).not.toContain("rpc.invalid");
  await page.locator("h2", { hasText: "ENS" }).scrollIntoViewIfNeeded();
  await expectForEverybody(page, "console-ens-settings");
  expect(ownerConsole.problems).toEqual([]);
});

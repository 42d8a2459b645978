import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { confirmComment } from "../../src/domain/comments/confirm.ts";
import { createComment } from "../../src/domain/comments/create.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { openVisit, watchPage, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everybody, expectForEverybody } from "../support/expect-for-everybody.ts";
import { longPost, sentences } from "../support/long-post.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const kB = 1_000;

const fixture = useBrowserFixture();
let node: TestNode;
let url: string;
beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada Lovelace", privateKey: "07".repeat(32) });
  const ctx = node.running.context;
  await updateSettings(ctx, { mailTransport: "smtp://mail.example", mailFrom: "site@ada.example" });
  const { id: publicationId } = await node.publish(longPost, { slug: "weaving" });
  for (let key = 1; key <= 5; key += 1) {
    const wallet = createWallet(key);
    const said = { body: sentences(key), authType: "ETHEREUM", authorId: wallet.address } as const;
    const { comment, typedData } = await createComment(ctx, { ...said, publicationId }, { ip: null });
    if (!typedData) throw new Error("There is nothing to sign.");
    await confirmComment(ctx, { id: comment.id, tokenOrSignature: await wallet.signTypedData(typedData) });
  }
  url = `${node.url}/slug/weaving`;
});

interface Transfer {
  readonly path: string;
  readonly type: string;
  /** On the wire, headers too. */
  readonly bytes: number;
}

/** The transfers of a page over the wire. */
async function weigh(visit: BrowserContext, page: Page): Promise<readonly Transfer[]> {
  const cdp = await visit.newCDPSession(page);
  await cdp.send("Network.enable");
  const asked = new Map<string, { path: string; type: string }>();
  const transfers: Transfer[] = [];
  cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
    asked.set(requestId, { path: new URL(response.url).pathname, type });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const about = asked.get(requestId);
    if (about) transfers.push({ ...about, bytes: encodedDataLength });
  });
  return transfers;
}

/** Figures for the output of the tests. */
function tell(sentence: string, transfers: readonly Transfer[] = []): void {
  const lines = transfers.map(({ path, type, bytes }) => `  ${bytes} ${type} ${path}`);
  process.stdout.write(`${[sentence, ...lines].join("\n")}\n`);
}

const sum = (transfers: readonly Transfer[]) => transfers.reduce((all, { bytes }) => all + bytes, 0);

test("a post's page is under 40 kB in all, its scripts under 15 kB, and the checker of a proof under 25 kB", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(9), noWorkers: true });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  const transfers = await weigh(visit, page);
  await page.goto(url, { waitUntil: "networkidle" });
  // The font of formulas comes once for all pages; a device that has one fetches none.
  const whole = transfers.filter(({ type }) => type !== "Font");
  const fetched = transfers.length;
  const scripts = whole.filter(({ type }) => type === "Script");
  const zipped = await Promise.all(
    scripts.map(({ path }) => node.fetch(path, { headers: { "accept-encoding": "gzip" } })),
  );
  const gzip = zipped.reduce((all, { body }) => all + body.length, 0);
  tell(`a post's page: ${sum(whole)} bytes, scripts ${sum(scripts)} (gzip ${gzip})`, whole);
  expect(scripts.length).toBeGreaterThan(1);
  expect(sum(whole)).toBeLessThan(40 * kB);
  expect(gzip).toBeLessThan(15 * kB);
  await page.getByText("Signed by Ada Lovelace", { exact: true }).click();
  await page.getByText("Verified in your browser: this key signed").waitFor();
  const checker = transfers.slice(fetched).filter(({ type }) => type === "Script");
  tell(`the checker of a proof: ${sum(checker)} bytes`, checker);
  expect(sum(checker)).toBeGreaterThan(kB);
  expect(sum(checker)).toBeLessThan(25 * kB);
  expect(problems).toEqual([]);
  await visit.close();
});

/** Runs in the page before anything else. */
function watchShifts(): void {
  const seen = { shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

const shiftIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift);

test.each(everybody)(
  "nothing moves while it comes, and everybody can read it: $size",
  async ({ width, theme }) => {
    const visit = await openVisit(fixture.browser, { width, theme, wallet: createWallet(9) });
    await visit.addInitScript(watchShifts);
    const page = await visit.newPage();
    const { problems } = watchPage(page, node.url);
    await page.goto(url, { waitUntil: "networkidle" });
    expect(await shiftIn(page)).toBe(0);
    await page.locator("#comments").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Sign with a wallet" }).waitFor();
    expect(await shiftIn(page)).toBe(0);
    // Notes are beside the column where there is room, and at the end of it elsewhere.
    const right = (selector: string) =>
      page.evaluate((one) => document.querySelector(one)?.getBoundingClientRect().right ?? 0, selector);
    const isWide = width >= widths.desktop;
    expect(await page.locator(".notes").first().isVisible()).toBe(!isWide);
    expect((await right(".note-beside")) > (await right(".prose"))).toBe(isWide);
    expect(await right(".note-beside")).toBeLessThanOrEqual(width);
    // This check uses both widths itself.
    if (isWide) await expectForEverybody(page, "reading");
    expect(problems).toEqual([]);
    await visit.close();
  },
);

test("nothing moves on the first page of a node without posts, nor on the page for following", async () => {
  const empty = await fixture.network.start({ title: "Bea" });
  for (const width of Object.values(widths)) {
    const visit = await openVisit(fixture.browser, { width, wallet: createWallet(9) });
    await visit.addInitScript(watchShifts);
    const page = await visit.newPage();
    await page.goto(empty.url, { waitUntil: "networkidle" });
    expect(await shiftIn(page)).toBe(0);
    await page.goto(`${empty.url}/follow`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Continue" }).waitFor();
    expect(await shiftIn(page)).toBe(0);
    await visit.close();
  }
});

test("a page that a link leads to is fetched when the link is about to be touched, and nothing else is", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  const ahead: string[] = [];
  const cdp = await visit.newCDPSession(page);
  await cdp.send("Preload.enable");
  cdp.on("Preload.prefetchStatusUpdated", ({ key, status }) => {
    if (status === "Ready" || status === "Running") ahead.push(new URL(key.url).pathname);
  });
  await page.goto(`${node.url}/archive`, { waitUntil: "networkidle" });
  const fed = page.getByRole("link", { name: "RSS" });
  await fed.hover();
  await page.getByRole("link", { name: "On the weaving of numbers" }).hover();
  await expect.poll(() => ahead).toContain("/slug/weaving");
  expect(new Set(ahead)).toEqual(new Set(["/slug/weaving"]));
  await page.getByRole("link", { name: "On the weaving of numbers" }).click();
  await page.getByRole("heading", { name: "On the weaving of numbers" }).waitFor();
  expect(problems).toEqual([]);
  await visit.close();
});

test("the owner's timeline shows formulas, code and diagrams as the page does, with the same font", async () => {
  const diagram = "```mermaid\ngraph LR\nA[Here] --> B[There]\n```";
  await node.publish(`Short: $e^{i\\pi} = -1$\n\n\`\`\`js\nconst one = 1;\n\`\`\`\n\n${diagram}`, {
    slug: "short",
  });
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { path: "/timeline" });
  const { page, problems } = ownerConsole;
  const post = page.locator("article").filter({ hasText: "Short:" });
  await post.locator("math").waitFor();
  await post.locator(".t-keyword").first().waitFor();
  const drawn = post.locator(".diagram img");
  const width = await drawn.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return img.naturalWidth;
  });
  expect(width).toBeGreaterThan(100);
  expect(await post.locator("math").innerHTML()).toBe(await pageMath());
  expect(await page.locator('link[href^="/assets/formulas."]').count()).toBe(1);
  expect(problems).toEqual([]);

  async function pageMath(): Promise<string> {
    const site = await ownerConsole.visit.newPage();
    await site.goto(`${node.url}/slug/short`);
    return await site.locator("math").innerHTML();
  }
});

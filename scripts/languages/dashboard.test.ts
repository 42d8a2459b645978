import "../../packages/node/test/support/load-modules.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { readSetupCode } from "../../packages/node/src/domain/installation/setup-code.ts";
import { openBrowser, openVisit } from "../../packages/node/test/support/browser.ts";
import { hasCome } from "../../packages/node/test/support/expect-for-everybody.ts";
import { type GraphqlNode, openGraphqlNode } from "../../packages/node/test/support/graphql-node.ts";
import { longPost, sentences } from "../../packages/node/test/support/long-post.ts";
import { type View, views, viewsOf, viewsOfVisitor } from "../screenshots/dashboard-views.ts";
import { fill } from "../screenshots/fill.ts";
import { findForeign, type Language, readLines } from "./foreign-texts.ts";

const locales = { en: "en-GB", zh: "zh-CN" } as const;
const posts = 30;

/** The words of the owner and of others, with which the node is filled, and names. */
const ownTexts = [
  ...[
    "scripts/screenshots/fill.ts",
    "scripts/screenshots/fill-site.ts",
    "packages/node/test/support/people.ts",
  ].map((path) => readFileSync(join(import.meta.dirname, "../..", path), "utf8")),
  longPost,
  ...Array.from({ length: posts }, (_, at) => sentences(at)),
  "中文 海边小屋 盐与海",
].join("\n");

/** Opens a view and waits until nothing of it is on its way. */
async function openView(page: Page, address: string, open?: View["open"]): Promise<void> {
  await page.goto(address);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await hasCome(page);
  await open?.(page);
  await hasCome(page);
}

const pressed = "button:not(:disabled, .danger), summary, [role=tab]";

/**
 * Presses the first button that nobody has pressed yet, in a dialog if one is open: it opens a menu, a dialog or a form, or sends a form
 * with nothing in it, and the page says what is missing.
 *
 * @returns its name; null if there is none
 */
async function pressNew(page: Page, known: Set<string>): Promise<string | null> {
  const isOpen = (await page.locator("dialog[open]").count()) > 0;
  const buttons = page.locator(isOpen ? "dialog[open]" : ".console-main").locator(pressed);
  const names = await buttons.evaluateAll((all) =>
    all.map((button) => {
      const name = button.getAttribute("aria-label") ?? button.textContent ?? "";
      const place = button.closest("dialog, form, section, article")?.className ?? "";
      // Those of one kind name a post or a person.
      return button.checkVisibility()
        ? `${button.className} ${place} ${name.replace(/[“《].*[”》]|\d+/g, "")}`
        : "";
    }),
  );
  const at = names.findIndex((name) => name !== "" && !known.has(name) && !/row-name/.test(name));
  const name = names[at];
  if (name === undefined) return null;
  known.add(name);
  await buttons.nth(at).evaluate((button) => (button as HTMLElement).click());
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await hasCome(page);
  return name;
}

/** Presses in one view: the other views of its kind press the rest. In the editor there are none: one could delete the text. */
const pressesOf = (path: string) => (path.startsWith("/write") ? 0 : 12);

async function walk(
  visit: BrowserContext,
  origin: string,
  { language, all }: { language: Language; all: Readonly<Record<string, View>> },
): Promise<{ found: string[]; looks: number }> {
  const found = new Set<string>();
  const known = new Set<string>();
  let looks = 0;
  for (const [name, { path, open }] of Object.entries(all)) {
    const page = await visit.newPage();
    const look = async (act: string) => {
      looks += 1;
      for (const line of findForeign(language, await readLines(page), ownTexts))
        found.add(`${name}${act}: ${line}`);
    };
    await openView(page, `${origin}/console${path}`, open);
    await look("");
    for (let count = 0; count < pressesOf(path); count += 1) {
      const act = await pressNew(page, known);
      if (act === null) break;
      await look(`, ${act}`);
      if (new URL(page.url()).pathname !== `/console${path}`)
        await openView(page, `${origin}/console${path}`, open);
    }
    await page.close();
  }
  return { found: [...found], looks };
}

async function openVisitor(node: GraphqlNode, language: Language): Promise<BrowserContext> {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  return await openVisit(browser, { language: locales[language], noWorkers: true, wallet: node.wallet });
}

test.each(["zh", "en"] as const)(
  "no view of the dashboard and no dialog has a sentence of another language: %s",
  async (language) => {
    await using node = await openGraphqlNode({ title: "海边小屋", description: "盐与海" });
    const samples = await fill(node, posts);
    if (!samples) throw new Error("There are no posts.");
    const { origin, hostname } = new URL(node.endpoint);
    const visit = await openVisitor(node, language);
    const asVisitor = await walk(visit, origin, { language, all: viewsOfVisitor });
    await visit.addCookies([
      { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" },
    ]);
    // The editor first: what is pressed in a list may delete its text.
    const all = Object.entries({ ...viewsOf(samples), ...views });
    const inOrder = all.sort(([, one], [, other]) => pressesOf(one.path) - pressesOf(other.path));
    const asOwner = await walk(visit, origin, { language, all: Object.fromEntries(inOrder) });
    expect(asVisitor.looks + asOwner.looks).toBeGreaterThan(100);
    expect([...asVisitor.found, ...asOwner.found]).toEqual([]);
  },
  600_000,
);

test.each(["zh", "en"] as const)(
  "no step of the installation has a sentence of another language: %s",
  async (language) => {
    await using node = await openGraphqlNode({ install: false });
    const visit = await openVisitor(node, language);
    const page = await visit.newPage();
    const { origin } = new URL(node.endpoint);
    const found: string[] = [];
    const look = async () => {
      await hasCome(page);
      found.push(...findForeign(language, await readLines(page), ownTexts));
    };
    await page.goto(`${origin}/install`);
    await page.locator(".installer h1").waitFor();
    await page.locator("input").first().fill("12");
    await look();
    const code = await readSetupCode({ ...node.ctx });
    await page.goto(`${origin}/install#code=${code}`);
    await page.reload();
    const title = page.locator("input[autocomplete], input[type=text]").first();
    await title.waitFor();
    await look();
    await title.fill("海边小屋");
    await page.locator("button[type=submit], .actions button").last().click();
    await page.locator("input[type=password]").first().waitFor();
    await look();
    expect(found).toEqual([]);
  },
);

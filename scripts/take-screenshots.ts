import "../packages/node/test/support/load-modules.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBrowser, openVisit } from "../packages/node/test/support/browser.ts";
import { type GraphqlNode, openGraphqlNode } from "../packages/node/test/support/graphql-node.ts";
import { type Samples, type View, views, viewsOf, viewsOfVisitor } from "./screenshots/dashboard-views.ts";
import { fill } from "./screenshots/fill.ts";

const folder = join(import.meta.dirname, "../test-results/pages");
const counts = [0, 1, 1_000];
const languages = { en: "en-GB", zh: "zh-CN" };
const widths = [390, 1280];
const themes = ["light", "dark"] as const;
/** The longest that a page may take until nothing of it is on its way, in milliseconds. */
const settleMs = 15_000;
/** For pictures and fonts, in milliseconds. */
const restMs = 400;

const site = {
  home: { path: "/" },
  second: { path: "/?page=2" },
  post: { path: "/slug/weaving" },
  archive: { path: "/archive" },
  about: { path: "/about" },
  search: { path: "/search?q=engine" },
  missed: { path: "/search?q=enginne+before:lunch" },
  tags: { path: "/tags" },
  tag: { path: "/tags/engines" },
  follow: { path: "/follow" },
  followers: { path: "/followers" },
  verify: { path: "/verify" },
  subscribe: { path: "/subscribe" },
  nowhere: { path: "/nowhere" },
};
/**
 * Takes screenshots of every page of the site and of the dashboard with 0, 1 and 1,000 posts, in both languages, themes and widths,
 * for people to look at. Arguments choose by name, as `1000-en` or `dashboard-posts`.
 */
async function main(): Promise<void> {
  const parts = process.argv.slice(2);
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser();
  try {
    for (const count of counts) {
      if (parts.some((part) => /^\d+-/.test(part) && !part.startsWith(`${count}-`))) continue;
      await using node = await openGraphqlNode({ title: "Ada Lovelace", description: "On engines." });
      const samples = await fill(node, count);
      for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
        for (const width of widths) {
          const name = `${count}-${language}-${width}`;
          await show(browser, node, { name, language, width, parts, samples });
        }
      }
    }
  } finally {
    await browser.close();
  }
}

interface Look {
  readonly name: string;
  readonly language: keyof typeof languages;
  readonly width: number;
  readonly parts: readonly string[];
  readonly samples: Samples | null;
}

async function show(
  browser: Browser,
  node: GraphqlNode,
  { name, language, width, parts, samples }: Look,
): Promise<void> {
  const { origin, hostname } = new URL(node.endpoint);
  const context = await openVisit(browser, {
    width,
    language: languages[language],
    noWorkers: true,
    touch: width < 600,
    wallet: node.wallet,
  });
  const take = async (kind: string, all: Readonly<Record<string, View>>, prefix = "") => {
    for (const [which, { path, open }] of Object.entries(all)) {
      const file = `${kind}-${which}-${name}`;
      if (parts.length > 0 && !parts.every((part) => file.includes(part))) continue;
      const page = await context.newPage();
      await page.goto(`${origin}${prefix}${path}`);
      await settle(page);
      try {
        await open?.(page);
      } catch (error) {
        process.stderr.write(`${file} could not be opened: ${error}\n`);
      }
      if (open) await settle(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.screenshot({ path: join(folder, `${file}-${theme}.png`), fullPage: true });
      }
      await page.close();
    }
  };
  await take("site", site);
  await take("dashboard", viewsOfVisitor, "/console");
  await context.addCookies([
    { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" },
  ]);
  await take("dashboard", views, "/console");
  if (samples) await take("dashboard", viewsOf(samples), "/console");
  await context.close();
}

/** Waits until nothing of a page is on its way. The dashboard keeps a connection for news, so the network is never idle. */
async function settle(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached", timeout: settleMs });
  const busy = page.locator('[aria-busy="true"]').first();
  await busy.waitFor({ state: "detached", timeout: settleMs }).catch(() => {});
  await page.waitForTimeout(restMs);
}

await main();

import "../packages/node/test/support/load-modules.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { updateSettings } from "../packages/node/src/domain/settings/settings.ts";
import { openBrowser, openVisit } from "../packages/node/test/support/browser.ts";
import { type GraphqlNode, openGraphqlNode } from "../packages/node/test/support/graphql-node.ts";
import { type Samples, type View, views, viewsOf, viewsOfVisitor } from "./screenshots/dashboard-views.ts";
import { fill } from "./screenshots/fill.ts";
import { type SiteView, siteViews } from "./screenshots/site-views.ts";
import { writeSheets } from "./screenshots/write-sheets.ts";

const folder = join(import.meta.dirname, "../test-results/pages");
const counts = [0, 1, 30, 1_000];
const languages = { en: "en-GB", zh: "zh-CN" };
const widths = [390, 1280, 1920];
/** The dashboard of this width is that of 1280 with more room at its sides. */
const widestDashboard = 1280;
const designs = ["paper", "journal", "photographs", "plain"] as const;
const themes = ["light", "dark"] as const;
/** A4 without its margins, CSS pixels. */
const paperWidth = 640;
/** The longest that a page may take until nothing of it is on its way, in milliseconds. */
const settleMs = 15_000;
/** For pictures and fonts, in milliseconds. */
const restMs = 400;

/**
 * Takes screenshots of every page of the site, in each design, and of the dashboard with 0, 1, 30 and 1,000 posts, in both languages,
 * themes and all widths, for people to look at. Arguments choose by name, as `1000-en` or `dashboard-posts`; `--sheets` puts those of one
 * width onto sheets.
 */
async function main(): Promise<void> {
  const parts = process.argv.slice(2).filter((part) => !part.startsWith("--"));
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
  if (process.argv.includes("--sheets")) await writeSheets(folder, parts);
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
  const isWanted = (file: string) => parts.every((part) => file.includes(part));
  const open = async (file: string, path: string, view: View | SiteView) => {
    const page = await context.newPage();
    await page.goto(`${origin}${path}`);
    await settle(page);
    try {
      await view.open?.(page);
    } catch (error) {
      process.stderr.write(`${file} could not be opened: ${error}\n`);
    }
    if (view.open) await settle(page);
    return page;
  };
  const shoot = async (page: Page, file: string, fullPage = true) => {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(folder, `${file}-${theme}.png`), fullPage });
    }
  };
  const takeSite = async (design: string) => {
    for (const [which, view] of Object.entries(siteViews)) {
      const file = `site-${which}-${name}-${design}`;
      if (!isWanted(file) || (view.needsPosts && samples === null)) continue;
      const page = await open(file, view.path, view);
      await shoot(page, file, !view.isDocument);
      if (view.isPrinted && width === widestDashboard) {
        await page.emulateMedia({ colorScheme: "light", media: "print" });
        await page.setViewportSize({ width: paperWidth, height: 900 });
        await page.screenshot({ path: join(folder, `${file}-print.png`), fullPage: true });
      }
      await page.close();
    }
  };
  const take = async (all: Readonly<Record<string, View>>) => {
    for (const [which, view] of Object.entries(all)) {
      const file = `dashboard-${which}-${name}`;
      if (!isWanted(file) || width > widestDashboard) continue;
      const page = await open(file, `/console${view.path}`, view);
      await shoot(page, file);
      await page.close();
    }
  };
  for (const siteTheme of designs) {
    await updateSettings(node.ctx, { siteTheme });
    await takeSite(siteTheme);
  }
  await updateSettings(node.ctx, { siteTheme: null });
  await take(viewsOfVisitor);
  await context.addCookies([
    { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" },
  ]);
  await take(views);
  if (samples) await take(viewsOf(samples));
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

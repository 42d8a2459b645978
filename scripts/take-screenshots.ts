import "../packages/node/test/support/load-modules.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../packages/node/test/support/browser.ts";
import { commentByWallet } from "../packages/node/test/support/commenters.ts";
import { type GraphqlNode, openGraphqlNode } from "../packages/node/test/support/graphql-node.ts";
import { longPost, sentences } from "../packages/node/test/support/long-post.ts";
import { makeNoisePicture } from "../packages/node/test/support/noise-picture.ts";

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
  home: "/",
  second: "/?page=2",
  post: "/slug/weaving",
  archive: "/archive",
  about: "/about",
  search: "/search?q=engine",
  tag: "/tags/engines",
  follow: "/follow",
  followers: "/followers",
  verify: "/verify",
  subscribe: "/subscribe",
  nowhere: "/nowhere",
};
const dashboard = {
  home: "/home",
  later: "/home/later",
  people: "/home/people",
  feeds: "/home/people/feeds",
  posts: "/posts",
  proposals: "/posts/proposals",
  media: "/posts/media",
  delivery: "/posts/delivery",
  inbox: "/inbox",
  comments: "/inbox/comments/published",
  profile: "/settings/profile",
  address: "/settings/address",
  appearance: "/settings/site",
  mail: "/settings/mail",
  newsletter: "/settings/newsletter",
  access: "/settings/access",
  data: "/settings/data",
  write: "/write",
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
      await using node = await openGraphqlNode({ title: "Ada Lovelace", description: "On engines." });
      await fill(node, count);
      for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
        for (const width of widths) {
          await show(browser, node, { name: `${count}-${language}-${width}`, language, width, parts });
        }
      }
    }
  } finally {
    await browser.close();
  }
}

/** Publishes posts, the newest of which has a picture and all that a text can have, and one comment. */
async function fill(node: GraphqlNode, count: number): Promise<void> {
  for (let index = 1; index < count; index += 1) {
    await node.publish(
      `# ${index % 7 === 0 ? "论盐与海" : "A note on engines"} ${index}\n\n${sentences(index)}`,
      {
        ...(index % 3 === 0 && { state: "local" }),
      },
    );
  }
  if (count === 0) return;
  const picture = await makeNoisePicture();
  const { contentHash } = await node.publish(picture, { filename: "loom.png", description: "A loom" });
  const text = `${longPost}\n\n![A loom](/ewp/contents/${contentHash})\n\n#engines`;
  const { id } = await node.publish(text, { slug: "weaving" });
  await commentByWallet(node.ctx, { key: 21, name: "Bea", body: "It *weaves*.", publicationId: id });
}

interface Look {
  readonly name: string;
  readonly language: keyof typeof languages;
  readonly width: number;
  readonly parts: readonly string[];
}

async function show(
  browser: Browser,
  node: GraphqlNode,
  { name, language, width, parts }: Look,
): Promise<void> {
  const { origin, hostname } = new URL(node.endpoint);
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 800 },
    locale: languages[language],
    serviceWorkers: "block",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const take = async (kind: string, paths: Readonly<Record<string, string>>, prefix: string) => {
    for (const [which, path] of Object.entries(paths)) {
      const file = `${kind}-${which}-${name}`;
      if (parts.length > 0 && !parts.every((part) => file.includes(part))) continue;
      await page.goto(`${origin}${prefix}${path}`);
      await settle(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.screenshot({ path: join(folder, `${file}-${theme}.png`), fullPage: true });
      }
    }
  };
  await take("site", site, "");
  await context.addCookies([
    { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" },
  ]);
  await take("dashboard", dashboard, "/console");
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

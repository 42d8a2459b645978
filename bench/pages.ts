import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../packages/node/test/support/browser.ts";
import { type GraphqlNode, openGraphqlNode } from "../packages/node/test/support/graphql-node.ts";
import { benchPhotoPages } from "./photo-pages.ts";
import { print } from "./print.ts";
import { kB, openSlowVisit } from "./slow-visit.ts";

/** Visits of each page; the middle one counts. */
const visits = 3;
/** What comes after a page can be used, in milliseconds: it belongs to the weight of the page, not of the first view. */
const restMs = 5_000;

/** A page, and what is there when it can be used. */
interface Measured {
  readonly name: string;
  readonly path: string;
  readonly usable: string;
  readonly signedIn: boolean;
}

const pages: readonly Measured[] = [
  { name: "post", path: "/slug/words", usable: "h1", signedIn: false },
  { name: "home", path: "/", usable: "main a, h2 a", signedIn: false },
  { name: "dashboard", path: "/console", usable: ".posts article .prose", signedIn: true },
  { name: "editor", path: "/console/write", usable: "textarea, .cm-content", signedIn: true },
];

/**
 * The weight of pages as they come over the wire, without anything in the browser's cache, and when they show something and can be
 * used, on slow 4G with a processor four times slower. The node runs in this process.
 */
export async function benchPages(): Promise<void> {
  await using node = await openGraphqlNode();
  for (let index = 0; index < 40; index += 1) {
    await node.publish(
      `# Words ${index}\n\n${"It weaves *algebraic* patterns, as the loom weaves flowers. ".repeat(30)}`,
    );
  }
  await node.publish(
    `# Words\n\n${"It weaves *algebraic* patterns, as the loom weaves flowers and leaves. ".repeat(60)}`,
    {
      slug: "words",
    },
  );
  const session = await node.signIn();
  const browser = await openBrowser();
  try {
    print("Pages on slow 4G, processor 4 times slower; kB as they come over the wire\n");
    print("page        first view kB   in all kB   requests   something shown s   usable s");
    for (const page of pages) {
      const seen = [];
      for (let visit = 0; visit < visits; visit += 1) seen.push(await look(browser, node, page, session));
      const { first, all, requests, shown, usable } = middle(seen);
      print(
        [
          page.name.padEnd(10),
          kB(first).padStart(15),
          kB(all).padStart(11),
          String(requests).padStart(10),
          (shown / 1000).toFixed(2).padStart(19),
          (usable / 1000).toFixed(2).padStart(10),
        ].join(" "),
      );
    }
    await benchPhotoPages(browser);
  } finally {
    await browser.close();
  }
}

/** One visit with an empty cache. Times in ms since its start, weights in bytes. */
async function look(
  browser: Browser,
  node: GraphqlNode,
  { path, usable, signedIn }: Measured,
  session: string,
) {
  const { origin, hostname } = new URL(node.endpoint);
  await using visit = await openSlowVisit(browser);
  const { page, counted } = visit;
  if (signedIn) {
    const cookie = { name: "freehold_session", value: session, domain: hostname, path: "/" };
    await page.context().addCookies([cookie]);
  }
  await page.addInitScript(noteWhenUsable, usable);
  await page.goto(`${origin}${path}`, { waitUntil: "commit" });
  const usableAt = await page.waitForFunction(() => Reflect.get(globalThis, "usableAt"));
  const first = counted.bytes;
  const shown = await readFirstPaint(page);
  const usableMs = Number(await usableAt.jsonValue());
  await page.waitForTimeout(restMs);
  return { first, all: counted.bytes, requests: counted.requests, shown, usable: usableMs };
}

/** Notes by the page's own clock, since its start, when something is there that one can see: the test's clock adds its way. */
function noteWhenUsable(selector: string): void {
  const look = () => {
    const isThere = document.querySelector(selector)?.checkVisibility();
    if (isThere) Reflect.set(globalThis, "usableAt", performance.now());
    else requestAnimationFrame(look);
  };
  look();
}

/** When the first text or picture was painted; a page may be usable before the browser has told so. */
function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watch = new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName("first-contentful-paint");
          if (entry) resolve(entry.startTime);
        });
        watch.observe({ type: "paint", buffered: true });
      }),
  );
}

/** The visit whose time is the middle one. */
function middle<T extends { readonly usable: number }>(seen: readonly T[]): T {
  const sorted = seen.toSorted((a, b) => a.usable - b.usable);
  return sorted[Math.floor(sorted.length / 2)] as T;
}

import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser } from "playwright-core";
import {
  expectAccessible,
  openBrowser,
  openVisit,
  takeScreenshot,
  watchPage,
  widths,
} from "../../packages/node/test/support/browser.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/**
 * Opens every page of a built site in Chromium, in both themes and at both widths.
 *
 * @returns what is wrong: findings of axe, requests to other hosts, errors, pages that are wider than the screen
 */
export async function tryPages(folder: string): Promise<string[]> {
  const server = createServer((request, response) => {
    const file = findFile(folder, new URL(request.url ?? "/", "http://localhost").pathname);
    response.writeHead(file ? 200 : 404, { "content-type": mediaTypes[extname(file ?? "")] ?? "text/html" });
    response.end(file ? readFileSync(file) : "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  try {
    const paths = globSync("**/*.html", { cwd: folder }).filter(isTried).sort();
    const faults: string[] = [];
    for (const width of Object.values(widths)) {
      for (const theme of ["light", "dark"] as const) {
        faults.push(...(await tryAs(browser, origin, paths, { width, theme })));
      }
    }
    return faults;
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/** All decisions have one form, so one is enough. */
const isTried = (path: string) => path !== "404.html" && !/^decisions\/(?!0001|index)/.test(path);

interface Look {
  readonly width: number;
  readonly theme: "light" | "dark";
}

async function tryAs(
  browser: Browser,
  origin: string,
  paths: readonly string[],
  look: Look,
): Promise<string[]> {
  const visit = await openVisit(browser, look);
  const page = await visit.newPage();
  const { problems } = watchPage(page, origin);
  const faults: string[] = [];
  for (const path of paths) {
    const name = `${path} at ${look.width}, ${look.theme}`;
    await page.goto(`${origin}/${path}`);
    await page.locator("h1").first().waitFor();
    await expectAccessible(page).catch((error: Error) => faults.push(`${name}: ${error.message}`));
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    if (isWide) faults.push(`${name}: wider than the screen.`);
    faults.push(...problems.splice(0).map((problem) => `${name}: ${problem}`));
    await takeScreenshot(
      page,
      `docs/${path.replaceAll("/", "-").replace(".html", "")}-${look.width}-${look.theme}`,
    );
  }
  await visit.close();
  return faults;
}

function findFile(folder: string, path: string): string | null {
  const files = [path, `${path}.html`, `${path}index.html`].map((one) => join(folder, decodeURI(one)));
  return files.find((file) => extname(file) !== "" && existsSync(file)) ?? null;
}

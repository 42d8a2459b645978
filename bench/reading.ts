import type { Browser } from "playwright-core";
import { openBrowser } from "../packages/node/test/support/browser.ts";
import { longPost } from "../packages/node/test/support/long-post.ts";
import { createTestNetwork } from "../packages/node/test/support/test-network.ts";
import { serveHttps } from "../packages/node/test/support/tls-server.ts";
import { print } from "./print.ts";

const rounds = 5;
/** A phone that is 4 times slower than this machine, with 1.6 Mbit/s and 150 ms to go there and back. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const slowness = 4;
/** What it may take, times the floor. */
const highest = 4;

/**
 * When the largest part of a post's page is painted on a slow phone, beside a page of the same words and nothing else:
 * the best of some rounds in turns, in milliseconds.
 */
export async function benchReading(): Promise<void> {
  await using network = await createTestNetwork();
  const node = await network.start({ title: "Ada" });
  await node.publish(longPost, { slug: "weaving" });
  await using bare = await serveHttps(network.certificate, (_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(bareHtml(longPost));
  });
  const browser = await openBrowser();
  try {
    const paints = { post: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      paints.post.push(await paintOf(browser, `${node.url}/slug/weaving`));
      paints.bare.push(await paintOf(browser, bare.url()));
    }
    const [ours, floor] = [Math.min(...paints.post), Math.min(...paints.bare)];
    const ratio = ours / floor;
    print(
      `\nlargest paint on a slow phone: a post ${ours.toFixed(0)} ms, bare words ${floor.toFixed(0)} ms, ${ratio.toFixed(2)}`,
    );
    if (ratio >= highest) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

const bareHtml = (words: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><title>Words</title>${words
    .split("\n\n")
    .map((part) => `<p>${part.replaceAll("<", "&lt;")}</p>`)
    .join("")}`;

async function paintOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", line);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  await page.goto(url, { waitUntil: "networkidle" });
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await context.close();
  return paint;
}

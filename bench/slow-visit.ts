import type { Browser, Page } from "playwright-core";

/** Chromium's "Slow 4G", and a processor four times slower than this one. */
const network = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const processorRate = 4;

/** The bytes that came over the wire so far. */
interface Counted {
  bytes: number;
  requests: number;
}

export interface SlowVisit extends AsyncDisposable {
  readonly page: Page;
  readonly counted: Readonly<Counted>;
}

/** A browser of somebody's own with an empty cache, on slow 4G with a slow processor; its bytes and requests are counted. */
export async function openSlowVisit(
  browser: Browser,
  options: NonNullable<Parameters<Browser["newContext"]>[0]> = {},
): Promise<SlowVisit> {
  const context = await browser.newContext({ serviceWorkers: "block", locale: "en-GB", ...options });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", network);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: processorRate });
  const counted: Counted = { bytes: 0, requests: 0 };
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
    counted.requests += 1;
  });
  return { page, counted, [Symbol.asyncDispose]: () => context.close() };
}

/** @returns with one digit after the point */
export function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

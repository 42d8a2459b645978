import type { Browser, Page } from "playwright-core";
import { createPictureCopier } from "../packages/node/src/domain/publications/files/copy-pictures.ts";
import { type GraphqlNode, openGraphqlNode } from "../packages/node/test/support/graphql-node.ts";
import { takePhotos, takePortrait } from "./photos.ts";
import { print } from "./print.ts";
import { kB, openSlowVisit } from "./slow-visit.ts";

const photoCount = 10;
/** The most that a page may take of the wire on each of the screens, in bytes. */
const withPhotos = [600_000, 2_000_000] as const;
const withoutPhotos = [45_000, 45_000] as const;

const pages = [
  { name: "short post", path: "/slug/short", allowed: withoutPhotos },
  { name: "ten photos", path: "/slug/ten", allowed: withPhotos },
  { name: "gallery", path: "/slug/gallery", allowed: withPhotos },
  { name: "home", path: "/", allowed: withPhotos },
  { name: "archive", path: "/archive", allowed: withoutPhotos },
];

/** A phone and a desktop, of two pixels for each of a stylesheet. */
const screens = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Steps of a screen that a visit scrolls at most, and how long it waits for the pictures of one. */
const mostSteps = 40;
const pictureWaitMs = 20_000;

/** Weight, requests, the largest paint and shifts of pages with photos, read to the end on slow 4G. The node is one of its own. */
export async function benchPhotoPages(browser: Browser): Promise<void> {
  const photos = await takePhotos(photoCount);
  await using node = await openGraphqlNode({ avatar: await takePortrait(photos[0] as Buffer) });
  await publishPhotos(node, photos);
  const weight = photos.reduce((sum, { length }) => sum + length, 0);
  print(`\n${photoCount} photos of 12 megapixels (${kB(weight)} kB), read to the end, two pixels a point\n`);
  print("page        window   in all kB   allowed kB   requests   largest shown s   shift");
  for (const { name, path, allowed } of pages) {
    for (const [index, screen] of screens.entries()) {
      const seen = await readToEnd(browser, `${new URL(node.endpoint).origin}${path}`, screen);
      const most = allowed[index] ?? 0;
      print(
        [
          name.padEnd(10),
          String(screen.width).padStart(7),
          kB(seen.bytes).padStart(11),
          kB(most).padStart(12),
          String(seen.requests).padStart(10),
          (seen.largest / 1000).toFixed(2).padStart(17),
          seen.shift.toFixed(3).padStart(7),
        ].join(" "),
      );
      if (seen.bytes > most || seen.shift > 0) process.exitCode = 1;
    }
  }
}

/** Each photo has a post; one post has all below each other, one as a gallery, one has none. */
async function publishPhotos(node: GraphqlNode, photos: readonly Buffer[]): Promise<void> {
  const pictures: string[] = [];
  for (const [index, photo] of photos.entries()) {
    const { contentHash } = await node.publish(photo, { filename: `${index}.jpg` });
    const picture = `![Photo ${index}](/ewp/contents/${contentHash})`;
    await node.publish(`# Photo ${index}\n\n${picture}\n\nWords below.`);
    pictures.push(picture);
  }
  await node.publish("# Short\n\nIt weaves patterns.", { slug: "short" });
  await node.publish(`# Ten\n\n${pictures.join("\n\n")}`, { slug: "ten" });
  await node.publish(`# Gallery\n\n${pictures.join("\n")}`, { slug: "gallery" });
  // Its copies are there before readers come, as maintenance has it.
  await createPictureCopier()(node.ctx, new AbortController().signal);
}

/** One visit that scrolls to the end, so that each picture loads. @returns bytes; times in ms since its start */
async function readToEnd(browser: Browser, url: string, viewport: { width: number; height: number }) {
  await using visit = await openSlowVisit(browser, { viewport, deviceScaleFactor: 2 });
  const { page, counted } = visit;
  await page.addInitScript(notePaint);
  await page.goto(url, { waitUntil: "load" });
  await waitForPictures(page);
  // Scrolling ends what counts as the largest paint.
  const largest = await readNote(page, "largest");
  for (let step = 1; step <= mostSteps && !(await isAtEnd(page)); step += 1) {
    await page.evaluate((screen) => scrollTo(0, screen * innerHeight), step);
    await waitForPictures(page);
  }
  return { ...counted, largest, shift: await readNote(page, "shift") };
}

function isAtEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
}

/** Waits for the pictures in view. */
async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      [...document.images].every((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return image.complete || !image.checkVisibility() || bottom < 0 || top > innerHeight;
      }),
    null,
    { timeout: pictureWaitMs },
  );
}

function readNote(page: Page, name: string): Promise<number> {
  return page.evaluate((key) => Number(Reflect.get(globalThis, key) ?? 0), name);
}

/** Notes when the largest picture or text was painted, and how far things moved by themselves. */
function notePaint(): void {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) Reflect.set(globalThis, "largest", startTime);
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, "value"));
    Reflect.set(globalThis, "shift", shift);
  }).observe({ type: "layout-shift", buffered: true });
}

import "../../packages/node/test/support/load-modules.ts";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { readSetupCode } from "../../packages/node/src/domain/installation/setup-code.ts";
import { openBrowser, openVisit, widths } from "../../packages/node/test/support/browser.ts";
import { openOwnerConsole } from "../../packages/node/test/support/owner-console.ts";
import {
  createTestNetwork,
  type TestNetwork,
  type TestNode,
} from "../../packages/node/test/support/test-network.ts";
import { drawHarbour, framePicture } from "./draw-pictures.ts";

const folder = join(import.meta.dirname, "../../docs/pictures");
const themes = ["light", "dark"] as const;
/** Pixels of a picture for each of a page. */
const sharpness = 1.5;
/** What GitHub and readers load for each. */
const maxBytes = 100_000;
/** The owner's key: 32 times this byte. It is nobody's. */
const key = 27;

const post = `# The harbour at low tide

Twice a day the water leaves, and the harbour shows what it keeps. I walked out as far as the old slipway, where the boats lie on their sides.

![The harbour in the evening, with hills behind it](FILE)

## How far it falls

The tide follows the moon. For a day it is nearly a sum of two waves:

$$h(t) = h_0 + a\\cos(\\omega t) + b\\cos(2\\omega t)$$

At spring tide both pull together, and the sea goes out four metres. #sea #notes
`;

/** `node scripts/docs/take-pictures.ts`: takes the pictures of README and site again, from the program as it is. */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using network = await createTestNetwork();
  const mara = await network.start({
    title: "Mara",
    description: "Notes from the coast.",
    privateKey: Buffer.alloc(32, key).toString("hex"),
  });
  const browser = await openBrowser();
  try {
    await takeInstaller(browser, network);
    const draft = await fillSite(network, mara);
    for (const theme of themes) await takeSite(browser, mara, { theme, draft });
  } finally {
    await browser.close();
  }
}

/** @returns the id of a draft of its post */
async function fillSite(network: TestNetwork, mara: TestNode): Promise<number> {
  const jonas = await network.start({ title: "Jonas", description: "Boats and how to mend them." });
  await mara.follow(jonas);
  await jonas.publish(
    "# Caulking a clinker hull\\n\\nCotton first, then oakum, and never in the rain.".replaceAll("\\n", "\n"),
  );
  const picture = { filename: "harbour.png", description: "The harbour in the evening" };
  const { contentHash } = await mara.publish(await drawHarbour(), picture);
  await mara.publish(post.replace("FILE", `/ewp/contents/${contentHash}`), { slug: "harbour-at-low-tide" });
  const { id } = await mara.draft(post.replace("FILE", `/ewp/contents/${contentHash}`));
  await jonas.settled();
  await mara.settled();
  return id;
}

async function takeInstaller(browser: Browser, network: TestNetwork): Promise<void> {
  // As who starts it the first time sees it: without a domain and a certificate.
  const settings = { FREEHOLD_URL: "", FREEHOLD_TLS_CERT: "", FREEHOLD_TLS_KEY: "" };
  const node = await network.start({ install: false, port: 8543, settings });
  const visit = await openVisit(browser, { noWorkers: true });
  const page = await visit.newPage();
  await page.goto(`http://localhost:8543/install#code=${await readSetupCode(node)}`);
  await page.getByLabel("Name", { exact: true }).fill("Mara");
  await save("install-light", await take(page, 1280, 620));
  await visit.close();
}

interface Shown {
  readonly theme: (typeof themes)[number];
  readonly draft: number;
}

/** The editor, and the same post as a reader sees it on a phone: each alone, and both in one picture. */
async function takeSite(browser: Browser, mara: TestNode, { theme, draft }: Shown): Promise<void> {
  await using ownerConsole = await openOwnerConsole(browser, mara, key, { theme, path: `/write/${draft}` });
  await ownerConsole.page.locator(".cm-content").waitFor();
  await ownerConsole.page.locator(".cm-content math").waitFor();
  await ownerConsole.page
    .locator(".cm-picture img")
    .evaluate((picture) => (picture as HTMLImageElement).decode());
  const editor = await take(ownerConsole.page, 1280, 800);
  if (theme === "light") await save("editor-light", editor);
  const visit = await openVisit(browser, { theme, width: widths.phone, noWorkers: true });
  const page = await visit.newPage();
  await page.goto(`${mara.url}/slug/harbour-at-low-tide`);
  const phone = await take(page, widths.phone, 700);
  await save(`freehold-${theme}`, await framePicture({ back: editor, front: phone, theme, sharpness }));
  await visit.close();
}

async function take(page: Page, width: number, height: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const metrics = { width, height, deviceScaleFactor: sharpness, mobile: false };
  await session.send("Emulation.setDeviceMetricsOverride", metrics);
  const { data } = await session.send("Page.captureScreenshot", { format: "png" });
  return Buffer.from(data, "base64");
}

async function save(name: string, picture: Buffer): Promise<void> {
  const bytes = await sharp(picture).webp({ quality: 82, effort: 6 }).toBuffer();
  if (bytes.length > maxBytes) throw new Error(`${name} has ${bytes.length} bytes.`);
  await sharp(bytes).toFile(join(folder, `${name}.webp`));
  process.stdout.write(`${name}: ${Math.round(bytes.length / 1000)} kB\n`);
}

await main();

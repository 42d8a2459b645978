import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { makeTar, paxHeader, paxRecord } from "../support/make-tar.ts";
import { makeZip } from "../support/make-zip.ts";
import { makeSignedFiles } from "../support/signed-archive.ts";

const files = makeSignedFiles({ "posts/1.md": "# Signed words\n" });
const good = Object.entries(files).map(([name, body]) => ({ name, body, bytes: body }));
const verifier = (name: string) => join(import.meta.dirname, "../../../web/dist", name);
let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-verifier-"));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** What `verify.html` says of an archive. */
async function ask(name: string, buffer: Buffer): Promise<string> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(verifier("verify.html")).href);
  await page.locator("#archive").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await expect.poll(() => page.locator("#report .good, #report .bad").count()).toBeGreaterThan(0);
  const said = await page.locator("#report").innerText();
  await page.close();
  return said;
}

test("the page says of a forged archive that it can't be read, and of a good one who signed it", async () => {
  const forged = { name: "posts/1.md", body: "# Forged words\n" };
  const hidden = paxHeader(paxRecord("comment", "x\n21 path=.DS_Store"));
  expect(await ask("good.tar.gz", gzipSync(makeTar(good)))).toMatch(/Unchanged: 1 file\.\s+Signed by 0x/);
  expect(await ask("good.zip", makeZip(good))).toMatch(/Unchanged: 1 file\.\s+Signed by 0x/);
  const refused = [
    await ask("hidden.tar.gz", gzipSync(makeTar([...good, hidden, forged]))),
    await ask("twice.tar.gz", gzipSync(makeTar([forged, ...good]))),
    await ask("two.tar.gz", Buffer.concat([gzipSync(makeTar(good)), gzipSync(makeTar([forged]))])),
    await ask("twice.zip", makeZip([...good, { name: forged.name, bytes: forged.body }])),
  ];
  expect(refused).toEqual(Array(4).fill(expect.stringContaining("This can't be read")));
  const added = await ask("added.tar.gz", gzipSync(makeTar([...good, { ...forged, name: ".DS_Store" }])));
  expect(added).toContain(".DS_Store was added");
});

test("the program takes no link for a file, and leaves out of a folder what a file manager put there", async () => {
  const inside = join(folder, "export");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(inside, path)), { recursive: true });
    await writeFile(join(inside, path), text);
  }
  await copyFile(verifier("verify.mjs"), join(folder, "verify.mjs"));
  const check = () => {
    const { status, stdout } = spawnSync(process.execPath, [join(folder, "verify.mjs"), inside]);
    return [status, String(stdout)];
  };
  await writeFile(join(inside, "posts/.DS_Store"), "of the desktop");
  expect(check()).toEqual([0, expect.stringContaining("Unchanged: 1 file.")]);
  const elsewhere = join(folder, "elsewhere.md");
  await writeFile(elsewhere, files["posts/1.md"] ?? "");
  await rm(join(inside, "posts/1.md"));
  await symlink(elsewhere, join(inside, "posts/1.md"));
  expect(check()).toEqual([1, expect.stringContaining("! posts/1.md was added")]);
});

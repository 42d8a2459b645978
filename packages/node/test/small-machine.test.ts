import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import sharp from "sharp";
import { expect, it } from "vitest";
import { chooseProgram } from "../bin/choose-program.js";
import { createCertificateAuthority } from "./support/certificates.ts";
import { ghostExport, ghostPost } from "./support/exports/ghost-export.ts";
import { createHttpOwner } from "./support/http-owner.ts";
import { startMailServer } from "./support/mail-server.ts";
import { nodeFlags } from "./support/node-flags.ts";
import { makeNoisePicture } from "./support/noise-picture.ts";
import { seededRandom } from "./support/seeded-random.ts";
import { openShell, readStartLine } from "./support/shell.ts";
import { createTestFetch } from "./support/test-fetch.ts";
import { createWallet } from "./support/wallet.ts";
import { watchMemory } from "./support/watch-memory.ts";

/** The machine of docs/hosting.md has 512 MB. The rest is for the system and the proxy. */
const forFreehold = 400_000_000;
const posts = 2_000;
const largePictures = 3;
const subscribers = 500;
/** A static export draws a card for each post, which takes a tenth of a second. */
const exportedPosts = 30;
const readersAtOnce = 60;
const key = new Uint8Array(32).fill(7);

const hosting = readFileSync(new URL("../../../docs/hosting.md", import.meta.url), "utf8");
const unit = readFileSync(new URL("../../../examples/hosting/freehold.service", import.meta.url), "utf8");
const [, variables = ""] = /^Environment=(MALLOC_.+)$/m.exec(unit) ?? [];
/** The heap of the server on such a machine. */
const serverHeap = /^`(--max-old-space-size=\d+)`/m.exec(hosting)?.[1];
const optionsOf = (...flags: string[]) => ({ NODE_OPTIONS: flags.join(" ") });

/** An export of posts with 200 words each. */
function makeSite(count: number): string {
  const random = seededRandom(36);
  const makeWord = () => Math.floor(random() ** 3 * 20_000).toString(36);
  const makeText = () => Array.from({ length: 200 }, makeWord).join(" ");
  const makePost = (number: number) => ghostPost(number, { html: `<p>${makeText()}</p>` });
  return ghostExport({ posts: Array.from({ length: count }, (_, index) => makePost(index + 1)) });
}

/** A photo of 48 megapixels. */
async function makePhoto(): Promise<Buffer> {
  const input = await makeNoisePicture();
  const create = { width: 8_000, height: 6_000, channels: 3, background: "#888" } as const;
  return await sharp({ create })
    .composite([{ input, tile: true }])
    .jpeg()
    .toBuffer();
}

it(`a node of ${posts} posts and the commands beside it fit into 512 MB of memory (docs/hosting.md)`, async () => {
  expect(chooseProgram(new URL("../", import.meta.url)).pathname, "npm run build").toMatch(/dist/);
  await using shell = await openShell({
    FREEHOLD_LOG_LEVEL: "error",
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
    FREEHOLD_PEER_PORTS: "any",
    ...optionsOf(...nodeFlags),
    ...parseEnv(variables.replaceAll(" ", "\n")),
  });
  await using calls = createTestFetch((await createCertificateAuthority()).certificate);
  await using mail = await startMailServer();
  const place = (name: string, content: string) => writeFile(join(shell.folder, name), content);
  await shell.placeKeystore("data", key);
  await place("few.json", makeSite(exportedPosts));
  await place("all.json", makeSite(posts));
  await place("new.md", "# To all\n\nWords for you.");
  const addresses = Array.from({ length: subscribers }, (_, index) => `reader${index}@example.org`);
  await place("readers.csv", ["email", ...addresses].join("\n"));
  const photo = await makePhoto();
  using memory = watchMemory();
  const peaks = new Map<string, number>();
  const note = (step: string) => peaks.set(step, Math.round(memory.takePeak() / 1e6));
  const run = async (...command: string[]) => {
    const { code, out, err } = await shell.run(command);
    expect([command, code, err]).toEqual([command, 0, expect.any(String)]);
    note(command.join(" "));
    return out;
  };

  await run("init", "--url", "https://one.example", "--title", "One");
  const settings = { mailTransport: mail.url(), mailFrom: "ada@one.example", newsletterSending: "always" };
  for (const [name, value] of Object.entries({ ...settings, newsletter: "true" }))
    await run("settings", "set", name, value);
  const start = ["start", "--port", "0", "--rate-limit", "0", "--json"];
  const node = shell.launch(start, optionsOf(...nodeFlags, String(serverHeap)));
  const url = `http://127.0.0.1:${(await readStartLine(node)).port}`;
  note("start");

  const dataDir = join(shell.folder, "data");
  const owner = createHttpOwner({ url, wallet: createWallet(key), dataDir, fetch: calls.fetch });
  await owner.signIn();
  const upload = async (number: number) => {
    // Other bytes are another file.
    const bytes = Buffer.concat([photo, Buffer.from([number])]);
    const file = { bytes, filename: `large-${number}.jpg`, mediaType: "image/jpeg" };
    return await owner.create(file, { type: "FILE" });
  };
  const uploaded = await Promise.all(Array.from({ length: largePictures }, (_, index) => upload(index)));
  for (const { id } of uploaded) await owner.sign(id);
  note("large pictures");
  await run("import", "few.json");
  await run("export", "site", "--static");
  expect(JSON.parse(await run("import", "all.json", "--json")).taken.posts).toBe(posts - exportedPosts);
  for (let from = 1; from < posts / 10; from += readersAtOnce) {
    const paths = Array.from({ length: readersAtOnce }, (_, index) => `/post-${from + index}`);
    const moved = await Promise.all(paths.map((path) => calls.fetch(`${url}${path}`)));
    const pages = await Promise.all(
      moved.map(({ headers }) => calls.fetch(new URL(headers.location ?? "", url).href)),
    );
    expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
  }
  note("readers");
  await run("subscribers", "import", "readers.csv", "--confirmed");
  await run("publish", "new.md");
  await expect.poll(() => mail.received.length, { timeout: 120_000, interval: 200 }).toBe(subscribers);
  note("newsletter");
  await run("export", "all.tar.gz", "--private");
  await run("backup", "all.tar.zst");
  process.stderr.write(`MB at most, all processes together: ${JSON.stringify(Object.fromEntries(peaks))}\n`);
  expect(node.exitCode).toBeNull();
  expect([...peaks].filter(([, megabytes]) => megabytes * 1e6 > forFreehold)).toEqual([]);
}, 900_000);

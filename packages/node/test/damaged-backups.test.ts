import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createZstdCompress, createZstdDecompress, zstdCompressSync } from "node:zlib";
import { recoverPublicKey } from "@freehold/protocol";
import { extract, type Headers, pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restoreBackup } from "../src/modules/backup/restore.ts";
import { writeBackup } from "../src/modules/backup/write.ts";
import { webhookLimits } from "../src/modules/webhooks/limits.ts";
import { seededRandom } from "./support/seeded-random.ts";
import { createTestNetwork } from "./support/test-network.ts";

interface Entry {
  header: Pick<Headers, "name"> & Partial<Headers>;
  bytes: Buffer;
}

let folder: string;
let good: string;
let entries: Entry[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-damaged-"));
  good = join(folder, "good");
  await using network = await createTestNetwork();
  const node = await network.start({ title: "One" });
  const friend = await network.start({ title: "Friend" });
  await node.follow(friend);
  await friend.publish("# From a friend");
  for (let number = 0; number < 5; number += 1) await node.publish(`Post ${number}`);
  await node.publish(randomBytes(200_000), { description: "random" });
  await node.settled();
  await writeBackup(node.running.context, { path: good, keystore: null });
  entries = await readEntries(good);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readEntries(path: string): Promise<Entry[]> {
  const tar = extract();
  const all: Entry[] = [];
  const filled = pipeline(createReadStream(path), createZstdDecompress(), tar as never);
  filled.catch(() => {});
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    all.push({ header: entry.header, bytes: Buffer.concat(chunks) });
  }
  await filled;
  return all;
}

/**
 * Whether a flipped bit has changed nothing of what the archive holds: zstd ignores a bit of its header, takes a
 * larger window than it needs, and ends with a second, empty frame. An archive with such a bit is still a good one.
 */
async function holdsTheSame(path: string): Promise<boolean> {
  return readEntries(path).then(
    (found) => isDeepStrictEqual(found, entries),
    () => false,
  );
}

/** Writes an archive of those entries, each as its header says, whatever that is. */
async function writeEntries(name: string, some: readonly Entry[]): Promise<string> {
  const path = join(folder, name);
  const tar = pack();
  for (const { header, bytes } of some) {
    const { name: entry, type = "file", linkname } = header;
    const told = { name: entry, type, ...(linkname && { linkname }) };
    if (type === "file") tar.entry({ ...told, size: bytes.length }, bytes);
    else tar.entry({ ...told, size: 0 }).end(undefined);
  }
  tar.finalize();
  await pipeline(Readable.from(tar), createZstdCompress(), createWriteStream(path));
  return path;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Writes an archive of those entries with the sums and the manifest that fit them, as anybody can. */
async function forge(name: string, some: readonly Entry[]): Promise<string> {
  const [first, , ...rest] = some;
  const sums = Buffer.from(rest.map(({ header, bytes }) => `${sha256(bytes)}  ${header.name}\n`).join(""));
  const rows = rest.flatMap(({ header, bytes }) => {
    const [, table] = /^tables\/(\w+)\.jsonl$/.exec(header.name) ?? [];
    return table ? [[table, bytes.toString().split("\n").length - 1]] : [];
  });
  const manifest = {
    ...JSON.parse(String(first?.bytes)),
    rows: Object.fromEntries(rows),
    bytes: rest.reduce((sum, { bytes }) => sum + bytes.length, 0),
    sums: { bytes: sums.length, sha256: sha256(sums) },
  };
  return await writeEntries(name, [
    { header: { name: "manifest.json" }, bytes: Buffer.from(JSON.stringify(manifest)) },
    { header: { name: "SHA256SUMS" }, bytes: sums },
    ...rest,
  ]);
}

const isFile = (name: string) => (entry: Entry) => entry.header.name === name;
const change = (name: string, to: (text: string) => string) =>
  entries.map((entry) => ({
    ...entry,
    bytes: isFile(name)(entry) ? Buffer.from(to(entry.bytes.toString())) : entry.bytes,
  }));
const named = (from: RegExp, name: string) =>
  entries.map((entry) =>
    from.test(entry.header.name) ? { ...entry, header: { ...entry.header, name } } : entry,
  );

/** Tries a restore that must fail with a message, and leave nothing. */
async function refusal(file: string): Promise<string> {
  const target = join(folder, "target");
  const before = (await readdir(folder)).sort();
  const config = { dataDir: join(target), databaseUrl: null };
  const error = await restoreBackup({ config, recover: recoverPublicKey }, { file }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error, file).toBeInstanceOf(Error);
  expect((await readdir(folder)).sort()).toEqual(before);
  const { name, message, code } = error as Error & { code?: string };
  expect([name, code], message).toEqual(["AppError", "BACKUP_INVALID"]);
  return message;
}

describe("a damaged archive is refused with a message and leaves nothing", () => {
  it("with one flipped bit, anywhere", async () => {
    const bytes = await readFile(good);
    const random = seededRandom(20_261_121);
    const path = join(folder, "flipped");
    const edges = Array.from({ length: 20 }, (_, at) => (at < 6 ? at : bytes.length - (at - 5)));
    for (let round = 0; round < 150; round += 1) {
      const flipped = Buffer.from(bytes);
      const at = edges[round] ?? Math.floor(random() * bytes.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      await writeFile(path, flipped);
      if (await holdsTheSame(path)) continue;
      expect(await refusal(path), `byte ${at}`).toMatch(/\S/);
    }
  }, 120_000);

  it("cut off anywhere, or empty, or something else", async () => {
    const { size } = await stat(good);
    const path = join(folder, "cut");
    // The last 13 bytes may be an empty frame, without which nothing is missing.
    for (const length of [0, 1, 100, Math.floor(size / 2), size - 200, size - 20]) {
      await writeFile(path, await readFile(good));
      await truncate(path, length);
      expect(await refusal(path), `${length} bytes`).toMatch(/cut off|ends before|less than/);
    }
    await writeFile(path, "This is a text, and has always been one.");
    expect(await refusal(path)).toMatch(/^This file is not a backup of Freehold/);
    await writeFile(path, zstdCompressSync(Buffer.alloc(4096)));
    expect(await refusal(path)).toMatch(/ends before/);
  });
});

describe("a forged archive is refused with a message and leaves nothing", () => {
  const cases: [string, () => Entry[], RegExp][] = [
    [
      "a row that was changed",
      () => change("tables/profiles.jsonl", (text) => text.replace("Friend", "Fiend!")),
      /is not what was written/,
    ],
    ["no manifest", () => entries.slice(1), /"manifest.json" should be/],
    [
      "a malformed manifest",
      () => change("manifest.json", () => "{}"),
      /manifest of the backup is malformed/,
    ],
    [
      "a form of the future",
      () => change("manifest.json", (text) => text.replace('"format": 1', '"format": 2')),
      /has the form 2/,
    ],
    [
      "tables of the future",
      () => change("manifest.json", (text) => text.replace(/"schema": "[^"]+"/, '"schema": "9999-later"')),
      /newer version of Freehold/,
    ],
    [
      "fewer bytes than it says",
      () =>
        change("manifest.json", (text) =>
          text.replace(/"bytes": (\d+),\n {2}"sums"/, '"bytes": 9,\n  "sums"'),
        ),
      /holds more than/,
    ],
    ["an entry too few", () => entries.slice(0, -1), /ends before/],
    [
      "an entry too many",
      () => [...entries, { header: { name: "contents/ab/extra" }, bytes: Buffer.from("x") }],
      /an entry too many/,
    ],
    ["a name that climbs", () => named(/^contents/, "../../outside"), /"..\/..\/outside" where/],
    ["an absolute name", () => named(/^contents/, "/etc/passwd-freehold"), /where/],
    [
      "a link",
      () => [
        ...entries.slice(0, 3),
        {
          header: { name: "tables/profiles.jsonl", type: "symlink", linkname: "/etc/passwd" },
          bytes: Buffer.alloc(0),
        },
      ],
      /not a plain file/,
    ],
    [
      "a hard link",
      () => [
        { header: { name: "manifest.json", type: "link", linkname: "/etc/passwd" }, bytes: Buffer.alloc(0) },
      ],
      /not a plain file/,
    ],
    [
      "a folder",
      () => [{ header: { name: "manifest.json", type: "directory" }, bytes: Buffer.alloc(0) }],
      /not a plain file/,
    ],
    [
      "a name so long that it needs a header of its own",
      () => named(/^contents/, `contents/${"a".repeat(3000)}`),
      /no file|longer name/,
    ],
  ];
  it.each(cases)("with %s", async (name, make, words) => {
    expect(await refusal(await writeEntries(name.replaceAll(" ", "-"), make()))).toMatch(words);
  });

  const shiftSecond = (text: string) =>
    text.replace(/"timestamp":(\d+)/, (_all, second) => `"timestamp":${Number(second) - 1}`);
  const row = (values: object) => `${JSON.stringify(values)}\n`;
  const hooks = (count: number, url = "https://hooks.example/1") =>
    Array.from({ length: count }, (_, index) =>
      row({
        id: index + 1,
        url,
        secret: "whsec_x",
        events: "follower.created",
        active: 1,
        failures: 0,
        last_failure_at: null,
        next_try_at: 0,
        created_at: 0,
      }),
    ).join("");
  const token = { id: "1", kind: "integration", label: "", scopes: "", created_at: 0 };
  const forged: [string, () => Entry[], RegExp][] = [
    [
      "a post's signature that is another's",
      () => change("tables/publications.jsonl", shiftSecond),
      /A signature in publications is not good: id \d+/,
    ],
    [
      "the signature of a post that is still to be fetched",
      () => change("tables/pulls.jsonl", shiftSecond),
      /A signature in pulls is not good: id \d+/,
    ],
    ...["{", "null", '{"hash":"x","size":1}', '{"size":1}'].map((line): [string, () => Entry[], RegExp] => [
      `a row of contents that is ${line}`,
      () => change("tables/contents.jsonl", (text) => `${line}\n${text}`),
      /A file of the backup has no hash and size/,
    ]),
    [
      "tokens",
      () => [
        ...entries.slice(0, 3),
        { header: { name: "tables/tokens.jsonl" }, bytes: Buffer.from(row(token)) },
        ...entries.slice(3),
      ],
      /does not belong there: "tables\/tokens.jsonl"/,
    ],
    [
      "the key that sessions are signed with",
      () => change("tables/meta.jsonl", (text) => text + row({ key: "access.token_key", value: "x" })),
      /other rows than its manifest says/,
    ],
    [
      "a webhook that is no address",
      () => change("tables/webhooks.jsonl", () => hooks(1, "http://127.0.0.1")),
      /A webhook or a push device of the backup is malformed/,
    ],
    [
      "more webhooks than there may be",
      () => change("tables/webhooks.jsonl", () => hooks(webhookLimits.webhooks + 1)),
      /more webhooks than a node has/,
    ],
  ];
  it.each(forged)("with %s, although every hash is right", async (name, make, words) => {
    expect(await refusal(await forge(name.replaceAll(" ", "-"), make()))).toMatch(words);
  });

  it("but not with as many webhooks as there may be", async () => {
    const all = change("tables/webhooks.jsonl", () => hooks(webhookLimits.webhooks));
    const config = { dataDir: join(folder, "hooked"), databaseUrl: null };
    const file = await forge("webhooks", all);
    const { switchedOff } = await restoreBackup({ config, recover: recoverPublicKey }, { file });
    expect(switchedOff.webhooks).toHaveLength(webhookLimits.webhooks);
    await rm(config.dataDir, { recursive: true });
  });

  it("with a manifest, or a header, that swells to gigabytes: it is not read", async () => {
    const header = (type: string, name: string, size: number) => {
      const block = Buffer.alloc(512);
      block.write(name, 0);
      block.write("0000600\0", 100);
      block.write(`${size.toString(8).padStart(11, "0")} `, 124);
      block.write("        ", 148);
      block.write(type, 156);
      block.write("ustar\0" + "00", 257);
      const sum = block.reduce((total, byte) => total + byte, 0);
      block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
      return block;
    };
    const gigabytes = 4 * 2 ** 30;
    async function* swelling(first: Buffer) {
      yield first;
      const zeros = Buffer.alloc(1024 * 1024);
      for (let sent = 0; sent < 64; sent += 1) yield zeros;
    }
    for (const [type, name, words] of [
      ["0", "manifest.json", /too large/],
      ["x", "PaxHeader", /too long/],
      ["L", "././@LongLink", /too long/],
    ] as const) {
      const path = join(folder, `swell-${type}`);
      await pipeline(
        Readable.from(swelling(header(type, name, gigabytes))),
        createZstdCompress(),
        createWriteStream(path),
      );
      expect((await stat(path)).size).toBeLessThan(100_000);
      const before = process.memoryUsage().rss;
      expect(await refusal(path)).toMatch(words);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    }
  });
});

it("the archive that all of these were made from restores", async () => {
  const config = { dataDir: join(folder, "restored"), databaseUrl: null };
  const path = await writeEntries("same", entries);
  const restored = await restoreBackup({ config, recover: recoverPublicKey }, { file: path });
  expect(restored.signatures).toBe(9);
  await (await open(join(config.dataDir, "freehold.sqlite"))).close();
  await rm(config.dataDir, { recursive: true });
});

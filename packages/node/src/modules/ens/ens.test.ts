import { type Address, toChecksumAddress } from "@freehold/protocol";
import sharp from "sharp";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { EnsRpc } from "../../../test/support/ens-rpc.ts";
import { createJobBench, type JobBench } from "../../../test/support/job-bench.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { readSettings, updateSettings } from "../../domain/settings/settings.ts";
import { walkUnreferencedContents } from "../../store/contents.ts";
import { describeSettings } from "../export/archive/settings.ts";
import { ensLimits } from "./limits.ts";
import { openEnsPicture, readEnsNames } from "./read.ts";
import { renewNames, requireEthereum, wishName } from "./renew.ts";
import { countEnsNames } from "./store.ts";

const bea = toChecksumAddress(addressOf(7));
const key = "a-key-of-the-owner";

forEachDatabase((_name, open) => {
  let bench: JobBench;
  let rpc: EnsRpc;
  let pictures: Map<string, { status?: number; headers?: Record<string, string>; body?: Buffer }>;
  let pictureUrl: (path: string) => string;

  async function start({ isOn = true } = {}): Promise<void> {
    bench = await createJobBench(await open());
    rpc = new EnsRpc();
    const server = await bench.serve(rpc.handle);
    if (isOn) await updateSettings(bench.context, { ensRpc: server.url(`/v2/${key}`) });
    pictures = new Map();
    const site = await bench.serve((request, response) => {
      const { status = 200, headers = {}, body } = pictures.get(request.url ?? "") ?? { status: 404 };
      response.writeHead(status, headers).end(body);
    });
    pictureUrl = (path) => site.url(path);
  }
  afterEach(() => bench[Symbol.asyncDispose]());

  const wish = (address: Address = bea, afterMs?: number) =>
    bench.context.store.transaction((tx) =>
      wishName(tx, {
        ...bench.context,
        address,
        now: bench.context.clock.now(),
        ...(afterMs && { afterMs }),
      }),
    );
  const nameOf = async (address: Address = bea) =>
    (await readEnsNames(bench.context, [address])).get(address) ?? null;
  const lookUp = async (address: Address = bea) => {
    await wish(address);
    await bench.queue.settled();
    return await nameOf(address);
  };
  const png = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: "#357" } })
      .png()
      .toBuffer();

  it("asks nothing and shows nothing where the owner wants no names, and forgets them then", async () => {
    await start({ isOn: false });
    rpc.add(bea, "bea.eth");
    expect(await lookUp()).toBeNull();
    await renewNames(bench.context);
    expect([rpc.asked, await bench.jobs()]).toEqual([[], []]);
    const server = await bench.serve(rpc.handle);
    await updateSettings(bench.context, { ensRpc: server.url("/") });
    expect(await lookUp()).toEqual({ name: "bea.eth", picture: null });
    await updateSettings(bench.context, { ensRpc: null });
    expect(await nameOf()).toBeNull();
    await renewNames(bench.context);
    expect(await countEnsNames(bench.context.store.db)).toBe(0);
    const config = { ...bench.context.config, ensRpc: server.url("/") };
    Object.assign(bench.context, { config });
    expect(await lookUp()).toEqual({ name: "bea.eth", picture: null });
  });

  it.each([
    ["another chain", "0x89"],
    ["no chain", "0x"],
    ["a chain that is no number", "1"],
  ])("believes no RPC of %s", async (_of, chain) => {
    await start();
    rpc.chain = chain;
    rpc.add(bea, "bea.eth");
    expect(await lookUp()).toBeNull();
    expect(await bench.jobs()).toMatchObject([{ state: "pending", attempts: 1 }]);
    // Nothing was asked of a contract there.
    expect(rpc.asked).toHaveLength(1);
    rpc.chain = "0x1";
    bench.context.clock.advance(60_000);
    await bench.queue.settled();
    expect(await nameOf()).toEqual({ name: "bea.eth", picture: null });
  });

  it("is refused as a setting where it is of another chain, and taken where it is silent", async () => {
    await start();
    const server = await bench.serve(rpc.handle);
    rpc.chain = "0x89";
    await expect(requireEthereum(bench.context, server.url("/"))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      field: "ensRpc",
      message: "ensRpc must be an RPC of Ethereum (chain 1); this one is of chain 137.",
    });
    rpc.chain = "0x1";
    await requireEthereum(bench.context, server.url("/"));
    await requireEthereum(bench.context, "https://localhost:1/");
  });

  it("finds a name that leads back to its address, and stores its picture small", async () => {
    await start();
    pictures.set("/face", { headers: { "Content-Type": "text/html" }, body: await png(500) });
    rpc.add(bea, "bea.sub.example.eth", pictureUrl("/face"));
    const found = await lookUp();
    expect(found).toEqual({
      name: "bea.sub.example.eth",
      picture: expect.stringMatching(new RegExp(`^/ens/${bea}\\?v=[0-9a-f]{8}$`)),
    });
    const picture = await openEnsPicture(bench.context, bea);
    const { format, width } = await sharp(
      Buffer.concat(await Array.fromAsync(picture?.open() ?? [])),
    ).metadata();
    expect([picture?.mediaType, format, width]).toEqual(["image/webp", "webp", 128]);
    // The sweep leaves names that are in use.
    expect(await Array.fromAsync(walkUnreferencedContents(bench.context.store.db))).toEqual([]);
    rpc.primary.delete(bea.toLowerCase());
    bench.context.clock.advance(ensLimits.foundMs);
    expect(await lookUp()).toBeNull();
    expect(await Array.fromAsync(walkUnreferencedContents(bench.context.store.db))).toHaveLength(1);
  });

  it.each([
    ["leads elsewhere", "bea.eth", { address: addressOf(8) }],
    ["leads nowhere", "bea.eth", {}],
    ["has no records", "bea.eth", null],
    ["is kept off the chain", "offchain", null],
    ["is not normalised", "Bea.eth", { address: bea }],
    ["mixes scripts", "bе\u0061.eth", { address: bea }],
    ["has markup", "<b>bea</b>.eth", { address: bea }],
    ["turns the text around", "bea\u202e.eth", { address: bea }],
    ["has an invisible character", "be\u200da.eth", { address: bea }],
    ["is one word", "bea", { address: bea }],
    ["is too long", `${"b".repeat(250)}.example.eth`, { address: bea }],
  ])("shows no name that %s", async (_what, name, record) => {
    await start();
    rpc.primary.set(bea.toLowerCase(), name);
    if (record) rpc.names.set(name, record);
    expect(await lookUp()).toBeNull();
    const [job] = await bench.jobs();
    expect(job?.state).toBe("done");
  });

  it("shows emoji and letters of every script as ENS writes them", async () => {
    await start();
    rpc.add(bea, "🏳‍🌈貓.eth");
    expect(await lookUp()).toEqual({ name: "🏳️‍🌈貓.eth", picture: null });
  });

  it("takes pictures behind https and in the record alone, and none that is no picture", async () => {
    await start();
    const small = (await png(9)).toString("base64");
    const inline = `data:image/png;base64,${small}`;
    pictures.set("/page", { body: Buffer.from("<html>") });
    pictures.set("/huge", { headers: { "Content-Length": "9999999" } });
    pictures.set("/inside", { status: 302, headers: { Location: "http://127.0.0.1:1/" } });
    const records = [
      "ipfs://bafy/1.png",
      "eip155:1/erc721:0x1/1",
      "javascript:alert(1)",
      "http://example.org/a.png",
      ...["/page", "/none", "/huge", "/inside"].map(pictureUrl),
      "data:image/svg+xml;base64,PHN2Zy8+",
    ];
    for (const [index, record] of [inline, ...records].entries()) {
      const address = toChecksumAddress(addressOf(20 + index));
      rpc.add(address, `n${index}.eth`, record);
      const found = await lookUp(address);
      expect([record, found?.name, found?.picture !== null]).toEqual([
        record,
        `n${index}.eth`,
        record === inline,
      ]);
    }
  });

  it("keeps a picture that does not come again, and a name while the RPC fails, for a time", async () => {
    await start();
    pictures.set("/face", { body: await png(9) });
    rpc.add(bea, "bea.eth", pictureUrl("/face"));
    const found = await lookUp();
    pictures.set("/face", { status: 503 });
    bench.context.clock.advance(ensLimits.foundMs);
    expect(await lookUp()).toEqual(found);
    const { clock } = bench.context;
    const answers: ((response: Parameters<NonNullable<EnsRpc["breaks"]>>[0]) => void)[] = [
      (response) => response.writeHead(500).end("no"),
      (response) => response.writeHead(429, { "Retry-After": "60" }).end(),
      (response) => response.end("<html>"),
      (response) => response.end(JSON.stringify({ result: "0x" })),
      (response) => response.end(JSON.stringify({ error: { code: -32_005, message: `quota of ${key}` } })),
      (response) => response.end(JSON.stringify({ result: `0x${"00".repeat(ensLimits.replyBytes)}` })),
      (response) => response.destroy(),
    ];
    for (const answer of answers) {
      rpc.breaks = answer;
      clock.advance(ensLimits.foundMs / 2);
      expect([answer.toString(), await lookUp()]).toEqual([answer.toString(), found]);
    }
    const last = (await bench.jobs()).at(-1);
    expect(last).toMatchObject({ state: "pending", lastError: expect.any(String) });
    clock.advance(ensLimits.shownMs);
    expect(await nameOf()).toBeNull();
  });

  it("takes what decodes to nothing for no name", async () => {
    await start();
    const words = [0n, 32n, 2n ** 255n, 2n ** 31n].map((word) => word.toString(16).padStart(64, "0"));
    for (const [index, head] of words.entries()) {
      for (const [more, tail] of [...words, ""].entries()) {
        rpc.breaks = (response) => response.end(JSON.stringify({ result: `0x${head}${tail}` }));
        expect(await lookUp(toChecksumAddress(addressOf(100 + index * 10 + more)))).toBeNull();
      }
    }
    expect(new Set((await bench.jobs()).map(({ state }) => state))).toEqual(new Set(["done"]));
  });

  it("looks a name up once, again when its time is over, and sooner when the owner signs in", async () => {
    await start();
    rpc.add(bea, "bea.eth");
    await Promise.all([wish(), wish(), wish()]);
    await bench.queue.settled();
    await lookUp();
    expect(await bench.jobs()).toHaveLength(1);
    bench.context.clock.advance(ensLimits.signInMs);
    await wish(bea, ensLimits.signInMs);
    await bench.queue.settled();
    expect(await bench.jobs()).toHaveLength(2);
    bench.context.clock.advance(ensLimits.foundMs);
    await lookUp();
    expect(await bench.jobs()).toHaveLength(3);
  });

  it("keeps what is shown while the RPC is slow", async () => {
    await start();
    let answer = () => {};
    rpc.gate = new Promise((resolve) => {
      answer = resolve;
    });
    rpc.add(bea, "bea.eth");
    await wish();
    await expect.poll(() => rpc.asked.length).toBe(1);
    expect(await nameOf()).toBeNull();
    answer();
    await bench.queue.settled();
    expect(await nameOf()).toEqual({ name: "bea.eth", picture: null });
  });

  it("tells nobody the address of the RPC", async () => {
    await start();
    rpc.breaks = (response) => response.writeHead(401).end(key);
    await lookUp();
    const own = await readSettings(bench.context);
    expect(own).toMatchObject({ ensRpcIsSet: true });
    const told = [
      own,
      await describeSettings(bench.context, true),
      await bench.jobs(),
      bench.context.log.entries,
    ];
    expect(new Set(rpc.asked)).toEqual(new Set([`/v2/${key}`]));
    expect(JSON.stringify(told)).not.toContain(key);
    for (const ensRpc of ["http://rpc.example/", "https://user:pass@rpc.example/", "rpc"]) {
      const refused = updateSettings(bench.context, { ensRpc });
      await expect(refused).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        message: "ensRpc must be the https address of an Ethereum RPC, or empty.",
      });
    }
  });

  it("renews the names of the owner and of connected nodes by itself", async () => {
    await start();
    const { address } = (await bench.context.owner.get()) ?? { address: bea };
    rpc.add(address, "owner.eth");
    await renewNames(bench.context);
    await bench.queue.settled();
    expect(await nameOf(address)).toEqual({ name: "owner.eth", picture: null });
    await renewNames(bench.context);
    expect(await bench.jobs()).toHaveLength(1);
  });
});

import { afterEach, beforeEach, expect, it, test } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createJobBench, type JobBench, type Receiver } from "../../test/support/job-bench.ts";
import { readConfig } from "../config/config.ts";
import { version } from "../config/version.ts";
import { limits } from "./limits.ts";
import { askForNewerVersion, createReleaseCheck, isNewer, readNewerVersion } from "./newer-version.ts";

const weekMs = limits.releaseCheckMs;
const hourMs = 60 * 60 * 1000;

forEachDatabase((_name, open) => {
  let bench: JobBench;
  let releases: Receiver;
  let context: Parameters<typeof askForNewerVersion>[0];
  beforeEach(async () => {
    bench = await createJobBench(await open());
    releases = await bench.receive();
    context = { ...bench.context, config: { ...bench.context.config, releasesUrl: releases.url("/latest") } };
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const say = (reply: object | string) =>
    releases.answer(200, {}, typeof reply === "string" ? reply : JSON.stringify(reply));
  /** Asks a week later. @returns the newer version that is known then */
  async function askLater(): Promise<string | null> {
    bench.context.clock.advance(weekMs);
    await askForNewerVersion(context);
    return await readNewerVersion(context);
  }

  it("asks once a week, and says nothing of the node", async () => {
    say({ tag_name: "v99.0.1", body: "What is new." });
    await askForNewerVersion(context);
    expect(await readNewerVersion(context)).toBe("99.0.1");
    const [{ path, headers, body } = { path: "", headers: {}, body: null }] = releases.posted;
    expect(path).toBe("/latest");
    expect(body).toHaveLength(0);
    const { host, connection, ...said } = headers;
    expect(said).toEqual({
      "user-agent": "Freehold",
      accept: "application/json",
      "accept-encoding": "identity",
    });

    bench.context.clock.advance(weekMs - 1);
    await askForNewerVersion(context);
    expect(releases.posted).toHaveLength(1);
    bench.context.clock.advance(1);
    await askForNewerVersion(context);
    expect(releases.posted).toHaveLength(2);
    bench.context.clock.advance(-2 * weekMs);
    await askForNewerVersion(context);
    expect(releases.posted).toHaveLength(3);
  });

  it("takes nothing but a plain version, and keeps what it knew", async () => {
    say({ tag_name: "v99.0.1" });
    expect(await askLater()).toBe("99.0.1");
    for (const odd of [
      { tag_name: "v100.0.0-beta.1" },
      { tag_name: "<b>100.0.0</b>" },
      { tag_name: "100.0" },
      { tag_name: "100000.0.0".repeat(2) },
      { tag_name: 100 },
      { name: "100.0.0" },
      [],
      "100.0.0",
      "not JSON",
      `{"tag_name":"100.0.0","body":"${"x".repeat(limits.releaseReplyBytes)}"}`,
    ]) {
      say(odd);
      expect(await askLater(), JSON.stringify(odd).slice(0, 60)).toBe("99.0.1");
    }
    releases.answer(404, {}, '{"tag_name":"100.0.0"}');
    expect(await askLater()).toBe("99.0.1");
    say({ name: "freehold", version: "99.2.0" });
    expect(await askLater()).toBe("99.2.0");
    say({ tag_name: `v${version}` });
    expect(await askLater()).toBeNull();
  });

  it("is silent where nobody answers, and asks again in a week", async () => {
    releases.answer(null);
    expect(await askLater()).toBeNull();
    await askForNewerVersion(context);
    expect(releases.posted).toHaveLength(1);
    say({ tag_name: "v99.0.1" });
    expect(await askLater()).toBe("99.0.1");
    expect(bench.context.log.entries).toEqual([]);
  });

  it("asks nobody and knows nothing where it is off", async () => {
    say({ tag_name: "v99.0.1" });
    await askForNewerVersion(context);
    const { releasesUrl } = readConfig({ FREEHOLD_RELEASES_URL: "off" });
    context = { ...context, config: { ...context.config, releasesUrl } };
    expect(await askLater()).toBeNull();
    expect(releases.posted).toHaveLength(1);
  });

  it("is not asked in the first run of a process", async () => {
    say({ tag_name: "v99.0.1" });
    const check = createReleaseCheck();
    await check(context);
    expect(releases.posted).toHaveLength(0);
    bench.context.clock.advance(hourMs);
    await check(context);
    expect(releases.posted).toHaveLength(1);
  });
});

test.each([
  ["0.3.0", "0.2.0", true],
  ["0.2.0", "0.2.0", false],
  ["0.10.0", "0.9.9", true],
  ["1.0.0", "0.99.99", true],
  ["0.1.9", "0.2.0", false],
  ["0.2.0", "0.2.0-beta.1", true],
  ["0.1.0", "0.2.0-beta.1", false],
])("whether %s comes after %s: %s", (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected);
});

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecoveryNative } from "@freehold/protocol/internal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSigner } from "../src/domain/access/signer.ts";
import { prepareFollow } from "../src/domain/connections/follow.ts";
import type { ThreadReport } from "./support/list-loaded.ts";
import { createNodeProcess } from "./support/node-process.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";
import { createTestNetwork } from "./support/test-network.ts";

const root = join(import.meta.dirname, "../../..");
const binary = join(root, "packages/node/bin/freehold.js");
const preload = pathToFileURL(join(import.meta.dirname, "support/list-loaded.ts")).href;

describe("the mode in which a started node runs its libraries", () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await openShell();
    await writeFile(join(shell.folder, "post.md"), "# Code\n\n```js\nlet answer = 42;\n```\n");
    const data = ["--data", shell.folder];
    await shell.placeKeystore(".");
    expect((await shell.runHere(["init", ...data, "--url", "https://a.example", "--title", "A"])).code).toBe(
      0,
    );
    expect((await shell.runHere(["publish", "post.md", ...data, "--slug", "code"])).code).toBe(0);
  });
  afterAll(() => shell[Symbol.asyncDispose]());

  /** Starts a node by a command, reads a page that a thread has drawn a figure of, and stops it. */
  async function look(command: string, args: string[], mode: Record<string, string> = {}) {
    const file = join(shell.folder, "reports");
    const child = spawn(command, args, {
      cwd: root,
      env: {
        // As npm sets it for its scripts.
        PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
        HOME: shell.folder,
        FREEHOLD_DATA: shell.folder,
        FREEHOLD_PORT: "0",
        FREEHOLD_LOG_LEVEL: "fatal",
        NODE_OPTIONS: `--import ${preload}`,
        THREAD_REPORTS: file,
        ...mode,
      },
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own, so that it ends with what it started.
      detached: true,
    });
    const closed = once(child, "close");
    try {
      const { url } = await readStartLine(child);
      const page = await (await fetch(`${url}/slug/code`)).text();
      expect(page).toMatch(/>let<\/span>/);
    } finally {
      process.kill(-(child.pid ?? 0), "SIGTERM");
      await closed;
    }
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    await rm(file);
    const reports = lines.map((line) => JSON.parse(line) as ThreadReport);
    return {
      react: reports.flatMap(({ modules }) =>
        modules.flatMap((path) => /\/node_modules\/(react(?:-dom)?\/cjs\/.*)$/.exec(path)?.[1] ?? []),
      ),
      modes: [...new Set(reports.map((one) => one.mode))],
      threads: reports.filter((one) => !one.isMainThread).length,
    };
  }

  test.each([
    ["npm start", "npm", ["--silent", "start", "--", "--json"]],
    ["freehold, by its absolute path", process.execPath, [binary, "start", "--json"]],
  ])("is production, without React: %s", async (_name, command, args) => {
    expect(await look(command, args)).toEqual({ react: [], modes: ["production"], threads: 1 });
  });

  test("is another one if NODE_ENV says so", async () => {
    const { modes, threads } = await look(process.execPath, [binary, "start", "--json"], {
      NODE_ENV: "development",
    });
    expect({ modes, threads }).toEqual({ modes: ["development"], threads: 1 });
  });
});

/** Has the native library look for its build as it does on Linux on ARM, for which it brings none. */
const onArm = { npm_config_arch: "arm64", PREBUILDS_ONLY: "1" };

describe("a machine for which the native library has no build", () => {
  test("a node starts there, and accepts only a follow with a valid signature", async () => {
    await using network = await createTestNetwork();
    await using node = await createNodeProcess(network, onArm);
    await node.start();
    await node.order({ do: "install", url: node.url, title: "On ARM" });
    const ada = await network.start();
    const { meaning } = await prepareFollow(ada.running.context, node.url);
    const body = ada.signer.sign("CreateConnection", {
      ...meaning,
      followerAddress: createSigner(randomBytes(32)).address,
    });
    expect(await network.fetch(`${node.url}/ewp/connections`, { method: "POST", body })).toMatchObject({
      json: { error: "INVALID_SIGNATURE" },
    });
    expect(await ada.follow(node)).toEqual({ status: "following" });
  });

  const slow = /^Signature checks use WASM, about half as fast .* You don't need to do anything\.$/;
  test.each([
    ["there", onArm, slow],
    ["on this one", {}, isRecoveryNative ? /^Signature checks use the native library\.$/ : slow],
  ])("freehold doctor names the library that recovers signers: %s", async (_where, env, finding) => {
    await using shell = await openShell(env);
    const { json } = await shell.run(["doctor", "--data", shell.folder, "--json"]);
    const checks: { id: string }[] = json().checks;
    expect(checks.find(({ id }) => id === "machine.recovery")).toEqual({
      id: "machine.recovery",
      area: "machine",
      state: "ok",
      finding: expect.stringMatching(finding),
      advice: null,
    });
  });
});

import { describe, expect, it } from "vitest";
import { captureStreams } from "../../test/support/captured-terminal.ts";
import { version } from "../config/version.ts";
import { listMigrationNames } from "../store/migrate.ts";
import { commands } from "./commands.ts";
import { runCommandLine } from "./run-command-line.ts";

async function run(...args: string[]) {
  const streams = captureStreams();
  const code = await runCommandLine(args, streams, () => new AbortController().signal);
  return { code, ...streams.text };
}

/** The commands that are promised, in the order of the help. */
const promised = [
  "start",
  "init",
  "key",
  "publish",
  "sign",
  "follow",
  "unfollow",
  "remove-follower",
  "timeline",
  "peers",
  "outbox",
  "set-aside",
  "receipts",
  "profile",
  "moved",
  "verify",
  "posts",
  "media",
  "comments",
  "trash",
  "blocks",
  "settings",
  "theme",
  "completion",
  "feeds",
  "subscribers",
  "webhooks",
  "proposals",
  "mcp",
  "export",
  "import",
  "doctor",
  "backup",
  "restore",
  "migrate-database",
  "rollback",
  "clock",
  "move-contents",
  "migrate-tables",
  "close",
  "reopen",
  "token",
];

describe("runCommandLine", () => {
  it("lists every command", async () => {
    for (const args of [[], ["--help"], ["-h"]]) {
      const { code, out, err } = await run(...args);
      expect(code).toBe(0);
      expect(err).toBe("");
      const listed = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map((match) => match[1]);
      // By what one wants to do, each once.
      expect(listed.toSorted()).toEqual(promised.toSorted());
      expect(out).toContain("\nWrite and publish:\n");
      expect(out).toContain("\n  freehold publish first-post.md\n");
    }
  });

  it("helps with each command, in lines that fit", async () => {
    expect(commands.map(({ name }) => name)).toEqual(promised);
    for (const { name, flags = [], settings } of commands) {
      const { code, out } = await run(name, "--help");
      expect(code).toBe(0);
      expect(out).toContain(`Usage: freehold ${name}`);
      expect(out).toContain(`\nExamples:\n  freehold ${name}`);
      for (const flag of [...flags.map((one) => one.name), ...settings, "json", "help"]) {
        expect(out).toContain(`--${flag}`);
      }
    }
  });

  it("knows its version", async () => {
    expect(await run("--version")).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+ \((commit [0-9a-f]{12}, )?database step \d{4}-[a-z-]+\)\n$/),
      err: "",
    });
    const { out } = await run("--version", "--json");
    expect(JSON.parse(out)).toMatchObject({ version, databaseStep: listMigrationNames().at(-1) });
  });

  it.each([
    [["pubish"], /Did you mean publish\?/],
    [["nonsense"], /See freehold --help/],
    [["--nonsense"], /Unknown flag/],
    [["publish"], /FILE\|- is missing/],
    [["timeline", "--nope"], /--nope/],
    [["start", "--port", "x"], /--port must be a whole number/],
    [["timeline", "--limit", "0"], /--limit/],
    [["profile", "polish"], /show, update and broadcast/],
    [["profile", "--title", "x"], /profile update/],
    [["publish", "a.md", "--draft", "--local"], /exclude each other/],
    [["init"], /--title is missing/],
    [["init", "--title", "x", "--url", "http://a.example"], /https:/],
    [["verify", "package.json"], /PROOF is missing/],
    [["verify", "package.json", "--publisher", "nobody"], /--publisher is/],
    [["token"], /create\|list\|revoke \[ID\] is missing/],
    [["token", "make"], /create, list and revoke/],
    [["token", "create", "--scope", "read:timeline"], /--label is missing/],
    [["token", "create", "--label", "x"], /--scope is missing/],
    [
      ["token", "create", "--label", "x", "--scope", "read:nothing"],
      /no scope "read:nothing".*read:timeline/,
    ],
    [["token", "create", "--label", "x", "--scope", "read:timeline", "--expires", "soon"], /--expires/],
    [["token", "create", "--label", "x", "--scope", "read:timeline", "--expires", "0"], /--expires/],
    [["token", "list", "all"], /Unexpected argument/],
    [["token", "list", "--label", "x"], /--label belongs to freehold token create/],
    [["token", "revoke"], /ID is missing/],
    [["token", "revoke", "a", "b"], /Unexpected argument/],
  ])("answers %j with exit code 2 and one sentence", async (args, sentence) => {
    const { code, out, err } = await run(...args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it("tells every problem of the configuration", async () => {
    const { code, err } = await run("start", "--port", "x", "--role", "y");
    expect(code).toBe(2);
    expect(JSON.parse(err).error.message.split("\n")).toHaveLength(2);
  });

  it("tells an error as JSON where JSON is wanted", async () => {
    const { err } = await run("start", "--json", "--port", "x");
    expect(JSON.parse(err)).toEqual({
      error: { code: "BAD_CONFIGURATION", message: expect.stringContaining("--port") },
    });
    expect(JSON.parse((await run("pubish", "--json")).err).error.code).toBe("USAGE");
  });
});

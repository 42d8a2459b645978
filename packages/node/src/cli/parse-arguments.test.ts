import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { parseArguments } from "./parse-arguments.ts";

function commandNamed(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    throw new Error(`no command ${name}`);
  }
  return command;
}
const parse = (name: string, ...args: string[]) => parseArguments(commandNamed(name), args);

describe("parseArguments", () => {
  it("tells arguments, flags, settings and --json apart", () => {
    expect(parse("publish", "a.md", "--slug=x", "--draft", "--json", "--data", "/d")).toEqual({
      arguments: ["a.md"],
      flags: {
        type: undefined,
        slug: "x",
        description: undefined,
        draft: true,
        local: undefined,
        progress: undefined,
      },
      settings: { data: "/d" },
      json: true,
      help: false,
    });
  });

  it("takes everything after -- as arguments, and - as one", () => {
    expect(parse("publish", "--", "--draft").arguments).toEqual(["--draft"]);
    expect(parse("publish", "-").arguments).toEqual(["-"]);
  });

  it("lets a boolean setting stand alone", () => {
    expect(parse("start", "--allow-private-peers").settings).toEqual({ "allow-private-peers": "true" });
    expect(parse("start", "--allow-private-peers", "0").settings).toEqual({ "allow-private-peers": "0" });
    const follow = parse("follow", "--allow-private-peers", "https://bob.example");
    expect(follow.arguments).toEqual(["https://bob.example"]);
    expect(follow.settings).toEqual({ "allow-private-peers": "true" });
  });

  it("asks for no arguments where help is wanted", () => {
    expect(parse("publish", "--help").help).toBe(true);
    expect(parse("publish", "-h").help).toBe(true);
  });

  it.each<[string, string[], RegExp]>([
    ["publish", [], /^FILE\|- is missing/],
    ["publish", ["a", "b"], /Unexpected argument/],
    ["timeline", ["x"], /Unexpected argument/],
    ["timeline", ["--nope"], /^Unknown option --nope\. See .*freehold timeline --help\.$/],
    ["timeline", ["--limit"], /^--limit needs a value\. See /],
    ["timeline", ["--limit", "--json"], /^--limit needs a value\. See /],
    ["timeline", ["--json=1"], /^--json accepts no value\. See /],
    ["publish", ["a.md", "--draft=yes"], /^--draft accepts no value\. See /],
    ["timeline", ["--port", "1"], /--port/],
  ])("refuses %s %j", (name, args, sentence) => {
    expect(() => parse(name, ...args)).toThrow(expect.objectContaining({ code: "USAGE" }));
    expect(() => parse(name, ...args)).toThrow(sentence);
  });

  it("has no flag twice in one command", () => {
    for (const { flags = [], settings, name } of commands) {
      const names = [...flags.map((flag) => flag.name), ...settings, "json", "help"];
      expect(new Set(names).size, name).toBe(names.length);
    }
  });
});

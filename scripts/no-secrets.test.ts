import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The second key of every development chain, which everybody knows: the golden vectors are signed with it. */
const known: readonly string[] = ["0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"];

/** What must not stand in a file of this repository, each written so that this file does not hold it itself. */
const traces = {
  "a private key in PEM": /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\s|\\n)*[A-Za-z0-9+/=]{16}/,
  "a private key in hex":
    /(?:private|secret|signing)_?-?key["'`]?\s*[:=]\s*["'`]?(?<key>(?:0x)?[0-9a-f]{64})(?![0-9a-f])/i,
  "a token of a service":
    /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40}|npm_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[abpr]-[0-9A-Za-z-]{20}|sk-[A-Za-z0-9-]{24})/,
  "a password in an address":
    /[a-z]+:\/\/[^\s/:@"'`<>$]+:[^\s/@"'`<>$]+@(?![a-z0-9.-]*\b(?:example|test|invalid|localhost)\b|127\.0\.0\.1|\[::1\])[a-z0-9][a-z0-9-]*\.[a-z0-9.-]+/i,
  "an address of a package registry": /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|"resolved": "https?:/i,
  // `/home/people`, `/home/of` and `/home/later` are pages of the dashboard.
  "a folder of somebody's machine":
    /(?<![\w.~/-])\/(?:work|root|home|Users)\/(?!people\b|of\b|later\b)[\w.-]+/,
  "an address inside a network": /https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|corp|lan|intranet)\b/i,
  "a word about how a text was made":
    /\b(?:co-[a]uthored-by:|language [m]odel|sub-?[a]gents?\b|system [p]rompt)/i,
} satisfies Record<string, RegExp>;

/** Every file that is committed or about to be, as text. */
function listFiles(): (readonly [path: string, text: string])[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const paths = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  const gone = new Set(
    execFileSync("git", ["ls-files", "-z", "--deleted"], { cwd: root, encoding: "utf8" }).split("\0"),
  );
  return paths
    .filter((path) => !gone.has(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]);
}

function findTraces(text: string): string[] {
  return Object.entries(traces).flatMap(([what, pattern]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))]
      .filter(({ groups }) => !known.includes(groups?.key ?? ""))
      .map(({ 0: found }) => `${what}: ${found.slice(0, 60)}`),
  );
}

test("no file holds a secret, or a trace of the machine that it was written on", () => {
  const files = listFiles();
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap(([path, text]) => findTraces(text).map((trace) => `${path}: ${trace}`));
  expect(found).toEqual([]);
});

test.each([
  ["a private key in PEM", ["-----BEGIN EC PRIVATE", " KEY-----\nMHcCAQEEIEvPmJgkXKRdSHx9"]],
  ["a private key in hex", ['"privateKey": "0x', "a1".repeat(32), '"']],
  ["a private key in hex", ["SIGNING_KEY=", "a1".repeat(32)]],
  ["a token of a service", ["ghp", "_", "a1B2".repeat(9)]],
  ["a password in an address", ["postgres://me:", "hunter2@db.mine.net/x"]],
  ["an address of a package registry", ["registry", ".mirror.net"]],
  ["a folder of somebody's machine", [" /home", "/me/notes"]],
  ["an address inside a network", ["https://wiki.team", ".internal/x"]],
  ["a word about how a text was made", ["Co-authored", "-by: me"]],
] as const)("%s is found", (what, parts) => {
  expect(findTraces(parts.join("")).map((trace) => trace.split(":")[0])).toEqual([what]);
});

test.each([
  "smtps://user:password@mail.example:465",
  "postgres://postgres:postgres@127.0.0.1:5432/x",
  "-----BEGIN PRIVATE KEY-----",
  "the test network/home/page and packages/work/x",
])("%s is no trace", (text) => {
  expect(findTraces(text)).toEqual([]);
});

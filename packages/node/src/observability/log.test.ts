import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "./limits.ts";
import { createLineLimit, createLog, formatLine } from "./log.ts";
import { presentError, scrubSecrets } from "./safe-text.ts";

const hash = `0x${"ab".repeat(32)}`;

describe("scrubSecrets", () => {
  test.each([
    ["Bearer abcdefgh.ijkl", "abcdefgh.ijkl"],
    ["authorization: basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
    ["smtps://user:p4ss%40word@mail.example:465", "p4ss%40word"],
    [
      "https://hooks.example/services/T0/Abcdefghijklmnopqrstuvwxyz0123456789",
      "Abcdefghijklmnopqrstuvwxyz0123456789",
    ],
    ["/comments/confirm?id=1&token=abc.def", "abc.def"],
    ["?setup_token=abc&x=1", "abc"],
    [`whsec_${"x".repeat(43)}`, "x".repeat(43)],
    ["eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJl", "c2lnbmF0dXJl"],
    [`signed ${`0x${"cd".repeat(65)}`}`, "cdcdcd"],
    [`code ${"0123456789abcdef".repeat(4)}`, "0123456789abcdef"],
  ])("takes the secret out of %s", (line, secret) => {
    expect(scrubSecrets(line)).not.toContain(secret);
    expect(scrubSecrets(line)).toContain("[hidden]");
  });

  test.each([
    `GET /ewp/contents/${hash}?timestamp=1`,
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed at https://ada.example/slug/hello",
    `https://ada.example/ewp/contents/${hash}`,
    '{"level":30,"msg":"listening","url":"http://localhost:8543"}',
  ])("leaves %s alone", (line) => {
    expect(scrubSecrets(line)).toBe(line);
  });
});

describe("presentError", () => {
  test("logs type, message, code and causes of an error, and no other property", () => {
    const cause = Object.assign(new TypeError("inner"), { response: { headers: "secret" } });
    const error = Object.assign(new Error("outer", { cause }), { code: "E", request: "secret" });
    const logged = presentError(error);
    expect(logged).toMatchObject({
      type: "Error",
      message: "outer",
      code: "E",
      cause: { type: "TypeError" },
    });
    expect(JSON.stringify(logged)).not.toContain("secret");
    expect(presentError("text")).toBe("text");
  });

  test("ends for an error that is its own cause", () => {
    const error = new Error("round");
    error.cause = error;
    expect(JSON.stringify(presentError(error)).match(/"round"/g)).toHaveLength(limits.causes + 1);
  });
});

describe("the limit of lines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("holds for a message and a minute, reports at the end of it, and leaves debug lines alone", () => {
    const reports: unknown[] = [];
    const isAllowed = createLineLimit((line) => reports.push(line));
    const count = (level: number, message: string, lines: number) =>
      Array.from({ length: lines }, () => isAllowed(level, message)).filter(Boolean).length;
    expect(count(40, "again", 1_000)).toBe(limits.warnings);
    expect(count(50, "again", 1_000)).toBe(limits.warnings);
    expect(count(30, "a note", 1_000)).toBe(limits.notes);
    expect(count(20, "detail", 1_000)).toBe(1_000);
    vi.advanceTimersByTime(59_000);
    expect([count(40, "again", 1), reports.length]).toEqual([0, 0]);
    vi.advanceTimersByTime(1_000);
    expect(reports).toContainEqual({ level: 40, message: "again", repeated: 1_001 - limits.warnings });
    expect(reports).toContainEqual({ level: 30, message: "a note", repeated: 1_000 - limits.notes });
    expect(count(40, "again", 1)).toBe(1);
  });

  test("holds for the log of a node", () => {
    const lines: string[] = [];
    const log = createLog({ logLevel: "info" }, { write: (line) => lines.push(line) });
    for (let line = 0; line < 500; line += 1) log.warn({ line }, "the disk is full");
    expect(lines).toHaveLength(limits.warnings);
    vi.advanceTimersByTime(60_000);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ level: 40, repeated: 500 - limits.warnings });
  });
});

test("removes fields with the names of secrets", () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: "trace" }, { write: (line) => lines.push(line) });
  log.info(
    { password: "one", headers: { authorization: "two", cookie: "three" }, note: "four" },
    "a message",
  );
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "a message", note: "four", headers: {} });
  expect(lines[0]).not.toMatch(/one|two|three/);
});

test("a terminal shows time, level, message, fields and stack, and nothing that moves the cursor", () => {
  const line = JSON.stringify({
    level: 50,
    time: "2026-11-21T19:00:01.234Z",
    path: "/\u001b[2Jx\u202e",
    status: 500,
    err: { message: "no", stack: "Error: no\n    at here" },
    msg: "a request failed",
  });
  expect(formatLine(line, (_style, text) => text)).toBe(
    "19:00:01 error a request failed path=/ [2Jx status=500\n    Error: no\n    at here\n",
  );
});

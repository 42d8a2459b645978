import { describe, expect, it, test } from "vitest";
import { AppError, type ErrorCode, errorCodes, hasCode, isRefusal, toAppError } from "./errors.ts";

test("no code has the status of an unexpected error", () => {
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    const { status } = new AppError(code, "It failed.");
    expect(status === null || (status >= 400 && status !== 500), code).toBe(true);
  }
});

describe("AppError", () => {
  it("takes status, exit code and retry from the table", () => {
    expect(new AppError("RATE_LIMITED", "Later.", { retryAfter: 3 })).toMatchObject({
      name: "AppError",
      message: "Later.",
      status: 429,
      exitCode: 1,
      retry: true,
      retryAfter: 3,
    });
    expect(new AppError("USAGE", "Wrong.")).toMatchObject({ status: null, exitCode: 2, retry: false });
  });

  it("tells whoever is refused for now when to come again", () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const { status, retry, retryAfter } = new AppError(code, "Not now.");
      if (retry && status !== null) expect([code, retryAfter]).toEqual([code, expect.any(Number)]);
    }
    expect(new AppError("RATE_LIMITED", "Later.")).toMatchObject({ retryAfter: 60 });
  });

  it("is a refusal when the call is at fault", () => {
    expect(isRefusal(new AppError("NOT_FOUND", "Nothing."))).toBe(true);
    for (const code of ["BUSY", "READ_ONLY", "BLOB_NOT_FOUND"] as const)
      expect(isRefusal(new AppError(code, "No."))).toBe(false);
    expect(isRefusal(new Error("NOT_FOUND"))).toBe(false);
  });

  it("is known by its codes", () => {
    const error = new AppError("CONFLICT", "Changed.");
    expect([
      hasCode(error, "NOT_FOUND", "CONFLICT"),
      hasCode(error, "NOT_FOUND"),
      hasCode(null, "CONFLICT"),
    ]).toEqual([true, false, false]);
  });
});

test("a system error for a missing resource becomes NO_SPACE or BUSY, others stay unknown", () => {
  const cause = Object.assign(new Error("write"), { code: "ENOSPC" });
  expect(toAppError(cause)).toMatchObject({ code: "NO_SPACE", retryAfter: 60, cause });
  expect(toAppError(Object.assign(new Error("open"), { code: "EMFILE" }))?.code).toBe("BUSY");
  expect(toAppError(Object.assign(new Error("open"), { code: "EACCES" }))).toBeNull();
});

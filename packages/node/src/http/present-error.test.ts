import { EwpError, errors, isEwpErrorCode } from "@freehold/protocol";
import { describe, expect, test } from "vitest";
import { AppError, shortageError } from "../errors/errors.ts";
import { presentError } from "./present-error.ts";

describe("toWireError", () => {
  test.each(Object.keys(errors).filter(isEwpErrorCode))("%s keeps its status and sentence", (code) => {
    const { status, sentence } = errors[code];
    expect(presentError(new EwpError(code))).toMatchObject({ code, status, detail: sentence });
  });

  test("a sentence is printable ASCII, so that it can't end a header", () => {
    const { detail } = presentError(
      new EwpError("INVALID_PAYLOAD", `Zeile\r\nSet-Cookie: ü=1 ${"x".repeat(500)}`),
    );
    expect(detail).toMatch(/^Zeile\?\?Set-Cookie: \?=1 x+$/);
    expect(detail.length).toBeLessThanOrEqual(200);
  });

  test("what nobody expected says nothing of itself", () => {
    for (const thrown of [new Error("password=1"), "text", null, undefined, { code: "EwpError" }]) {
      expect(presentError(thrown)).toEqual({
        code: "INTERNAL_ERROR",
        status: 500,
        detail: "The node failed.",
        retryAfter: null,
        isFailure: true,
      });
    }
  });

  test("too much work at once is to be tried again", () => {
    expect(presentError(new AppError("RATE_LIMITED", "Too much.", { retryAfter: 5 }))).toMatchObject({
      code: "RATE_LIMITED",
      status: 429,
      retryAfter: 5,
    });
  });

  test("a client that goes away in the middle of its body is no failure of the node", () => {
    const gone = Object.assign(new Error("aborted"), { code: "ECONNRESET", statusCode: 400 });
    expect(presentError(gone)).toMatchObject({ code: "INVALID_PAYLOAD", status: 400, isFailure: false });
    const ours = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    expect(presentError(ours)).toMatchObject({ code: "INTERNAL_ERROR", isFailure: true });
  });

  test.each([
    ["FST_ERR_CTP_BODY_TOO_LARGE", "PAYLOAD_TOO_LARGE"],
    ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "INVALID_PAYLOAD"],
    ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "INVALID_PAYLOAD"],
  ])("the server's own %s is %s", (code, expected) => {
    expect(presentError(Object.assign(new Error(code), { code })).code).toBe(expected);
  });

  test.each([
    [shortageError("space"), "NO_SPACE", 507, 60],
    [Object.assign(new Error("write /secret/path"), { code: "ENOSPC" }), "NO_SPACE", 507, 60],
    [shortageError("database"), "BUSY", 503, 5],
    [Object.assign(new Error("open /secret/path"), { code: "EMFILE" }), "BUSY", 503, 5],
  ])("what the machine lacks is no fault of the request: %s", (error, code, status, retryAfter) => {
    const wire = presentError(error);
    expect(wire).toMatchObject({ code, status, retryAfter, isFailure: false });
    expect(wire.detail).not.toContain("secret");
  });
});

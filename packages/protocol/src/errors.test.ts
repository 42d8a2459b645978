import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commonErrors, endpoints } from "./endpoints.ts";
import { EwpError, errors, isEwpErrorCode } from "./errors.ts";

const golden = JSON.parse(readFileSync(new URL("../../../vectors/errors.json", import.meta.url), "utf8")) as {
  specification: Record<string, number>;
  added: Record<string, number>;
};

it("is the specification's list (spec 7) and what decisions 2 adds, in this order", () => {
  const table = Object.entries(errors).map(([code, { status }]) => [code, status]);
  expect(table).toEqual([...Object.entries(golden.specification), ...Object.entries(golden.added)]);
});

it("has a safe sentence in ASCII for each code", () => {
  for (const { sentence } of Object.values(errors)) expect(sentence).toMatch(/^[A-Z][ -~]+\.$/);
});

it("recognises the codes of its table and no others", () => {
  expect([isEwpErrorCode("INVALID_PAGE"), isEwpErrorCode("constructor"), isEwpErrorCode(1)]).toEqual([
    true,
    false,
    false,
  ]);
});

it("carries status and detail", () => {
  expect(new EwpError("STALE_REQUEST")).toMatchObject({ status: 409, detail: errors.STALE_REQUEST.sentence });
  expect(new EwpError("INVALID_PAYLOAD", "No.")).toMatchObject({
    status: 400,
    detail: "No.",
    code: "INVALID_PAYLOAD",
  });
});

it("lists each error of an endpoint once, and INTERNAL_ERROR last", () => {
  for (const { errors } of Object.values(endpoints)) {
    expect(new Set(errors).size).toBe(errors.length);
    expect(errors.at(-1)).toBe("INTERNAL_ERROR");
    for (const code of commonErrors) expect(errors).not.toContain(code);
  }
});

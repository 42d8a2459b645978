import { GraphQLError } from "graphql";
import { expect, test } from "vitest";
import { presentErrors } from "./present-errors.ts";

/** What is logged when a field fails with `cause`. */
function logged(cause: Error, signal: AbortSignal): string[] {
  const lines: string[] = [];
  const silent = () => {};
  const log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (_facts: object, sentence: string) => lines.push(sentence),
  };
  const [error] = presentErrors([new GraphQLError("x", { originalError: cause })], {
    log,
    requestId: "1",
    signal,
  });
  expect(error?.extensions).toMatchObject({ code: "INTERNAL_ERROR" });
  return lines;
}

test("what was given up because its client went away is no failure", () => {
  const gone = new AbortController();
  gone.abort();
  expect(logged(gone.signal.reason, gone.signal)).toEqual([]);
  expect(logged(new Error("The disk is broken."), gone.signal)).toEqual(["a field could not be resolved"]);
});

test("what failed for itself is one", () => {
  const { signal } = new AbortController();
  expect(logged(new DOMException("x", "AbortError"), signal)).toEqual(["a field could not be resolved"]);
});

import { expect, test } from "vitest";
import { LimitError } from "../limiter/limit-error.ts";
import { ReadOnlyError } from "../read-only-error.ts";
import { describeError } from "./describe-error.ts";

test.each([
  [new ReadOnlyError(), "READ_ONLY"],
  [new LimitError("Too much of this is waiting already. Try again in a moment.", 5_000), "RATE_LIMITED"],
])("tells %s in its own words, with exit code 1 and without a stack", (error, code) => {
  expect(describeError(error)).toEqual({ code, message: error.message, exitCode: 1, stack: null });
});

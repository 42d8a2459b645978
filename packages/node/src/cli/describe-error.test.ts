import { expect, test } from "vitest";
import { AppError, readOnlyError } from "../errors/errors.ts";
import { describeError } from "./run-command-line.ts";

test.each([
  [readOnlyError(), "READ_ONLY"],
  [
    new AppError("RATE_LIMITED", "Too much of this is waiting already. Try again in a moment.", {
      retryAfter: 5,
    }),
    "RATE_LIMITED",
  ],
])("tells %s in its own words, with exit code 1 and without a stack", (error, code) => {
  expect(describeError(error)).toEqual({ code, message: error.message, exitCode: 1, stack: null });
});

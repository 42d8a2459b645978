import { expect, test } from "vitest";
import { AppError, readOnlyError } from "../errors/errors.ts";
import { describeError } from "./run-command-line.ts";

test.each([
  [readOnlyError(), "READ_ONLY"],
  [
    new AppError("RATE_LIMITED", "Too many requests are waiting. Try again later.", {
      retryAfter: 5,
    }),
    "RATE_LIMITED",
  ],
])("tells %s in its own words, with exit code 1 and without a stack", (error, code) => {
  expect(describeError(error)).toEqual({ code, message: error.message, exitCode: 1, stack: null });
});

test("says how a node may listen at a port below 1024, and what to do about a port that is taken", () => {
  const listening = (code: string, port: number) =>
    Object.assign(new Error(`listen ${code}`), { syscall: "listen", code, address: "0.0.0.0", port });
  const low = describeError(listening("EACCES", 80));
  expect(low.message).toMatch(/^0\.0\.0\.0 port 80: the user .+ may not listen at a port below 1024\. /);
  expect(low.message).toContain("CAP_NET_BIND_SERVICE");
  expect(describeError(listening("EADDRINUSE", 8543)).message).toBe(
    "0.0.0.0 port 8543: the port is in use. Stop that program, or choose another port with FREEHOLD_PORT.",
  );
});

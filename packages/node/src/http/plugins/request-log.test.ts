import { expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { createLog } from "../../observability/log.ts";
import { createRequestLog } from "./request-log.ts";

type LogLevel = "info" | "debug";

/** @returns the paths of the answers that are logged */
function logged(logLevel: LogLevel, answers: readonly (readonly [path: string, status: number])[]): string[] {
  const lines: string[] = [];
  const config = readConfig({ FREEHOLD_LOG_LEVEL: logLevel }, {});
  const log = createLog({ logLevel }, { write: (line) => void lines.push(line) });
  for (const [path, status] of answers) {
    // The first answer of a node is in the sample.
    const logAnswer = createRequestLog({ log, config });
    logAnswer({ method: "GET", status, ms: 1 }, false, () => ({ id: "x", path, ip: "127.0.0.1" }));
  }
  return lines.map((line) => (JSON.parse(line) as { path: string }).path);
}

test("a health check that finds the node well is not logged, and one that does not is", () => {
  expect(
    logged("info", [
      ["/livez", 200],
      ["/readyz", 200],
      ["/livezz", 200],
      ["/readyz", 503],
    ]),
  ).toEqual(["/livezz", "/readyz"]);
  expect(logged("debug", [["/livez", 200]])).toEqual(["/livez"]);
});

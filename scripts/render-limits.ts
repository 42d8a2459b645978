import { timestampWindowSeconds } from "@freehold/protocol";
import { limits as domainLimits } from "../packages/node/src/domain/limits.ts";
import { limits as serverLimits } from "../packages/node/src/http/limits.ts";
import { settings } from "../packages/node/src/settings.ts";

/** What another node runs into, with the numbers that the code itself goes by: a Markdown table for the docs. */
export function renderLimits(): string {
  const rows = [
    ["a signed message", bytes(serverLimits.messageBytes), "413 PAYLOAD_TOO_LARGE"],
    ["request line and headers", bytes(serverLimits.headerBytes), "431"],
    ["time to send the headers", seconds(serverLimits.headersMs), "408, and the connection ends"],
    ["time to send the whole request", seconds(serverLimits.requestMs), "408, and the connection ends"],
    ["requests a minute and address", settings["rate-limit"].default, "429 RATE_LIMITED with `Retry-After`"],
    ["a signed time, either side of this clock", `${timestampWindowSeconds} s`, "400 INVALID_TIMESTAMP"],
    ["the time of a publication, ahead of this clock", `${timestampWindowSeconds} s`, "400 INVALID_PAYLOAD"],
    ["`limit` of an index page", "1 to 1000", "400 INVALID_LIMIT"],
    [
      "content that is pulled",
      bytes(Number(settings["max-content-bytes"].default)),
      "not pulled; its owner sees why",
    ],
    ["a Markdown post of this node", bytes(domainLimits.markdownBytes), "refused when it is published"],
    ["a slug", `${domainLimits.slugLength} characters`, "a peer's longer one is dropped"],
    ["a caption", `${domainLimits.descriptionLength} characters`, "a peer's longer one is cut"],
    [
      "how long a delivery is tried",
      `${domainLimits.deliveryMs / 86_400_000} days`,
      "given up; its owner sees it",
    ],
  ];
  const lines = rows.map((row) => `| ${row.join(" | ")} |`);
  return ["### Limits", "", "| what | at the most | beyond it |", "| --- | --- | --- |", ...lines].join("\n");
}

function bytes(count: number): string {
  return count % 1_048_576 === 0 ? `${count / 1_048_576} MiB` : `${count / 1024} KiB`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

import { dayMs, GiB, hourMs, KiB, MiB, minuteMs, secondMs } from "@freehold/protocol/internal";
import { type LimitTable, limitTables, type Unit } from "./limits.ts";

/** The limits that clients and owners meet most, by table; all others are rare, and for developers. */
const met: Readonly<Record<string, readonly string[]>> = {
  "Requests and connections": [
    "graphqlBytes",
    "anonymousGraphqlBytes",
    "headerBytes",
    "eventStreams",
    "uploadMs",
  ],
  "What one network may use": ["requestsPerMinute", "requestBurst", "connectionsPerNetwork"],
  "The protocol, and calls to other nodes": ["windowSeconds", "urlLength", "titleLength", "indexPageSize"],
  "What the node keeps and does": [
    "contentBytes",
    "markdownBytes",
    "replicasPerPeer",
    "replicaBytesPerPeer",
    "trashMs",
    "savedVersions",
    "templates",
    "stylesheetBytes",
    "avatarBytes",
    "slugLength",
    "descriptionLength",
    "excerptLength",
    "signaturesAtOnce",
    "pageItems",
  ],
  "Signing in, and tokens": [
    "signInMs",
    "sessionMs",
    "freshSessionMs",
    "sessions",
    "integrationTokens",
    "passkeys",
  ],
  "Programs that write drafts": ["drafts", "proposals", "pictures", "pictureBytes"],
  Comments: ["bodyLength", "nameLength", "pendingMs", "perClientAndHour"],
  "Readers by mail": ["pendingMs", "requestsPerClientAndHour", "subscribers", "hardBounces", "importBytes"],
  "Posts of other programs": ["entries", "uploadBytes", "fetchedBytes"],
  "Feeds that the owner reads": ["feeds", "feedEntries", "opmlBytes", "readLater"],
  Notifications: ["notifications", "pushSubscriptions"],
  Webhooks: ["webhooks"],
  "Telling others of posts": ["leaseSeconds"],
  "The menu of the site": ["menuEntries"],
  Search: ["length"],
  "A GraphQL operation": ["documentLength", "depth", "cost", "anonymousReplyBytes"],
  "Images and files": ["imagePixels"],
};

/**
 * The limits that a client or the owner can meet, with the numbers that the code uses: Markdown tables for the docs.
 *
 * @param which those that are met most (docs/limits.md), or all others (docs/all-limits.md)
 */
export function renderLimits(which: "met" | "rare"): string {
  return limitTables
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter(({ name }) => (met[title] ?? []).includes(name) === (which === "met")),
    }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => {
      const lines = rows.map(renderRow);
      return [`## ${title}`, "", "| what | limit | beyond it |", "|---|---|---|", ...lines].join("\n");
    })
    .join("\n\n");
}

/** The names of `met` that no table has, as `table: name`. */
export function listUnknownLimits(): string[] {
  return Object.entries(met).flatMap(([title, names]) => {
    const known = limitTables.find((table) => table.title === title)?.rows.map(({ name }) => name) ?? [];
    return names.filter((name) => !known.includes(name)).map((name) => `${title}: ${name}`);
  });
}

/** A reference to the specification or to a decision, which says nothing to somebody who meets the limit. */
const reference = / \((?:decisions|specification) [\d.]+\)/;

function renderRow({ what, value, unit, beyond }: LimitTable["rows"][number]): string {
  return `| ${what.replace(reference, "")} | ${formatAmount(value, unit)} | ${beyond} |`;
}

/** A number with the largest unit in which it is whole. */
function formatAmount(value: number, unit: Unit): string {
  switch (unit) {
    case "bytes":
      return bytes(value);
    case "ms":
      return time(value);
    case "s":
      return time(value * 1000);
    case "chars":
      return `${group(value)} characters`;
    case "px":
      return `${group(value)} pixels`;
    default:
      return [group(value), unit].filter((part) => part !== "").join(" ");
  }
}

function bytes(count: number): string {
  if (count % GiB === 0) return `${count / GiB} GiB`;
  if (count % MiB === 0) return `${count / MiB} MiB`;
  return count % KiB === 0 ? `${count / KiB} KiB` : `${group(count)} bytes`;
}

const times = [
  [dayMs, "day"],
  [hourMs, "hour"],
  [minuteMs, "minute"],
  [secondMs, "second"],
] as const;

function time(ms: number): string {
  const [size, name] = times.find(([length]) => ms % length === 0 && ms >= length) ?? [1, "millisecond"];
  const count = ms / size;
  return `${group(count)} ${name}${count === 1 ? "" : "s"}`;
}

function group(count: number): string {
  return count.toLocaleString("en-US");
}

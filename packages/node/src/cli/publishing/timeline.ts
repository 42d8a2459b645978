import { type Address, parseAddress, sameNodeUrl } from "@freehold/protocol";
import { program } from "../../config/program.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { readTimelineItems, type TimelineItem } from "../../domain/publications/timeline.ts";
import { safeText } from "../../observability/safe-text.ts";
import { type NewestEntry, services } from "../../services.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { type Call, parseLimit, textOf } from "../command.ts";
import { type Column, formatBytes, formatMoment, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printJsonArray } from "../terminal.ts";
import { findPeer } from "./peers.ts";

/** A post, or an entry of a feed. */
interface Line {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

const columns: readonly Column<Line>[] = [
  { title: "WHEN", style: "dim", cell: ({ at }) => formatMoment(at) },
  { title: "WHO", style: "bold", cell: ({ who }) => who },
  { title: "WHAT", flexible: true, cell: ({ what }) => what },
];

/** `freehold timeline`: the posts of the owner and of the followed nodes, newest first. */
export async function timeline(call: Call): Promise<void> {
  const { terminal } = call;
  const limit = parseLimit(call);
  await using node = await openForCall(call);
  await requireOwner(node);
  const from = textOf(call, "from");
  const publisher = from === undefined ? undefined : await findPublisher(node, from);
  const items = readTimelineItems(node, { limit, ...(publisher && { publisher }) });
  if (call.json) return await printJsonArray(terminal, items);
  const posts = await Array.fromAsync(items, (item) => ({
    at: timeOf(item),
    who: whoOf(item),
    what: whatOf(item),
  }));
  const entries = publisher ? [] : (await services().listNewestEntries(node, limit ?? 0)).map(toLine);
  const lines = [...posts, ...entries].sort((one, other) => other.at - one.at).slice(0, limit ?? undefined);
  await terminal.print(
    lines.length > 0
      ? formatTable(columns, lines, terminal)
      : `No posts yet. Publish one: ${program} publish FILE`,
  );
}

/** Accepts any address, so that the publications of a node that is no longer followed can be read too. */
async function findPublisher(node: OpenNode, name: string): Promise<Address> {
  const address = parseAddress(name);
  if (address) return address;
  const own = await requireOwner(node);
  return URL.canParse(name) && sameNodeUrl(own.url, name)
    ? own.address
    : (await findPeer(node, name)).address;
}

/** An entry of a feed, marked: nobody signed it. */
function toLine({ sortTime, title, url, feedTitle }: NewestEntry): Line {
  const what = `[not signed] ${safeText(title || (url ?? ""))}`;
  return { at: sortTime * 1_000, who: safeText(feedTitle), what };
}

function timeOf({ timestamp, createdAt }: TimelineItem): number {
  return timestamp === null ? Date.parse(createdAt) : timestamp * 1000;
}

function whoOf({ publisher, publisherAddress }: TimelineItem): string {
  return safeText(publisher ?? "") || `${publisherAddress.slice(0, 8)}…`;
}

function whatOf({ kind, state, body, filename, size, description, mediaType }: TimelineItem): string {
  const mark = state === "signed" ? "" : `[${state}] `;
  if (kind === "POST") return mark + (body === null ? "(its text is missing)" : firstWords(body));
  const traits = [mediaType, ...(size === null ? [] : [formatBytes(size)])].join(", ");
  return `${mark}${safeText(filename ?? "a file")} (${traits})${description ? `: ${safeText(description)}` : ""}`;
}

const SHOWN_LETTERS = 400;

function firstWords(body: string): string {
  const lines = body.slice(0, SHOWN_LETTERS * 4).split("\n");
  const [first = "", ...rest] = lines.map(safeText).filter((line) => line !== "" && !/^[-=]+$/.test(line));
  const heading = /^#{1,6} +(.*)/.exec(first)?.[1];
  const text =
    heading === undefined ? [first, ...rest].join(" ") : [heading, rest.join(" ")].filter(Boolean).join(": ");
  return text.slice(0, SHOWN_LETTERS);
}

import { isRecord } from "@freehold/protocol/internal";
import { readByCursors } from "../../domain/paging.ts";
import { findKnownAddress, type PeerEventView, readPeerHistory } from "../../domain/peers/peer-events.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import type { Call } from "../command.ts";
import { formatMoment } from "../format.ts";
import { printJsonArray } from "../terminal.ts";

const sentences: Readonly<Record<PeerEventView["kind"], string>> = {
  met: "first known to this site",
  "followed-you": "it followed you",
  "unfollowed-you": "it stopped following you",
  "removed-you": "it removed you from its followers",
  "you-followed": "you followed it",
  "you-unfollowed": "you stopped following it",
  "you-removed": "you removed it from your followers",
  "denied-follow": "it says that it does not follow you",
  "profile-signed": "a new profile",
  "profile-read": "it changed its profile, without signing it",
  moved: "it moved",
  blocked: "you blocked it",
  unblocked: "you unblocked it",
  unreachable: "it could not be reached for a day",
  reachable: "it can be reached again",
  "other-address": "another key is used at its URL",
  "other-url": "it uses or claims another URL, without signing it",
  "two-urls": "its key is used at two URLs",
  "older-profile": "it sent an older profile than the known one",
};

/** `freehold peers history`: the events of a node, newest first, with their signers. */
export async function printHistory(call: Call, node: OpenNode, name: string): Promise<void> {
  const { terminal } = call;
  const address = await findKnownAddress(node, name);
  const events = readByCursors((page) => readPeerHistory(node, { address, ...page }));
  if (call.json) return await printJsonArray(terminal, events);
  await terminal.print(address);
  for await (const { kind, isWarning, url, detail, signedBy, proof, createdAt } of events) {
    const mark = isWarning ? terminal.paint("red", "!!") : "  ";
    const signature = signedBy ? `signed by ${signedBy}` : proof ? "the signature is broken" : "unsigned";
    const what = [sentences[kind], url ?? "", describeDetail(detail)]
      .filter(Boolean)
      .map(safeText)
      .join("; ");
    await terminal.print(`${mark} ${formatMoment(Date.parse(createdAt))}  ${what}  (${signature})`);
  }
}

function describeDetail(detail: PeerEventView["detail"]): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
    .join(", ");
}

function describeValue(value: unknown): string {
  if (!isRecord(value) || value.before === undefined) return String(value);
  const { before, after } = value;
  return `${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

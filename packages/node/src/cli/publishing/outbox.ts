import { findMailTrouble } from "../../domain/mail/mail-trouble.ts";
import { countOutbox, listOutbox, type OutboxView, retryOutboxEntry } from "../../domain/outbox.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { type Call, parseLimit, textOf } from "../command.ts";
import { type Column, formatDistance, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printJsonArray, printResult } from "../terminal.ts";

const columns = (now: number): readonly Column<OutboxView>[] => [
  { title: "ID", style: "dim", cell: ({ id }) => String(id) },
  { title: "WHAT", cell: ({ kind, subject }) => (kind === "publication" ? `post ${subject}` : kind) },
  { title: "TO", style: "bold", cell: ({ peer, peerAddress }) => safeText(peer ?? "") || peerAddress },
  { title: "STATE", cell: (entry) => describeState(entry, now) },
  { title: "WHY", flexible: true, cell: ({ lastError }) => safeText(lastError ?? "") },
];

const words: Record<OutboxView["state"], string> = {
  pending: "waiting",
  done: "done",
  refused: "refused",
  expired: "gave up",
};

/** `freehold outbox`: lists the deliveries to other nodes; `--retry` tries one again. */
export async function outbox(call: Call): Promise<void> {
  const retry = textOf(call, "retry");
  const limit = parseLimit(call);
  await using node = await openForCall(call);
  if (retry !== undefined) return await retryOne(call, node, retry);
  if (call.json) return await printJsonArray(call.terminal, listOutbox(node, { limit }));
  return await printTable(call, node, limit);
}

async function retryOne(call: Call, node: OpenNode, text: string): Promise<void> {
  if (!/^[0-9]{1,15}$/.test(text)) {
    throw new AppError("USAGE", msg`--retry takes the number of an entry, not ${JSON.stringify(text)}.`);
  }
  const id = Number(text);
  await retryOutboxEntry(node, id);
  await printResult(call, { id, state: "pending" }, [`${id} is tried again by the running node.`]);
}

async function printTable({ terminal }: Call, node: OpenNode, limit: number | null): Promise<void> {
  const counts = await countOutbox(node);
  const entries = await Array.fromAsync(listOutbox(node, { limit }));
  if (entries.length > 0)
    await terminal.print(`${formatTable(columns(node.clock.now()), entries, terminal)}\n`);
  await terminal.print(
    `${counts.pending} waiting, ${counts.done} delivered, ${counts.refused} refused, ${counts.expired} gave up.`,
  );
  const mail = await findMailTrouble(node);
  if (mail)
    await terminal.print(
      `Emails: ${mail.waiting} tried for more than an hour, ${mail.ended} not sent in the last day. ${safeText(mail.reason)}`,
    );
}

function describeState({ state, nextTryAt, finishedAt }: OutboxView, now: number): string {
  const moment = state === "pending" ? nextTryAt : finishedAt;
  return moment === null ? words[state] : `${words[state]}, ${formatDistance(now, Date.parse(moment))}`;
}

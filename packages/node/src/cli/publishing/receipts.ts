import type { OutboxView } from "../../domain/outbox.ts";
import { readByCursors } from "../../domain/paging.ts";
import { readDelivery } from "../../domain/publications/delivery/deliveries.ts";
import { checkReceipts, type ReceiptAnswer } from "../../domain/publications/delivery/receipts.ts";
import { findPublication } from "../../domain/publications/visible.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { argumentAt, type Call } from "../command.ts";
import { type Column, formatDistance, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printJsonArray } from "../terminal.ts";

type Fresh = ReadonlyMap<string, ReceiptAnswer>;

const columns = (fresh: Fresh, now: number): readonly Column<OutboxView>[] => [
  {
    title: "WHO",
    style: "bold",
    flexible: true,
    cell: ({ peer, peerAddress }) => safeText(peer ?? "") || peerAddress,
  },
  {
    title: "TOLD",
    cell: ({ state, finishedAt }) =>
      state === "done" && finishedAt ? formatDistance(now, Date.parse(finishedAt)) : states[state],
  },
  { title: "ANSWER", cell: (one) => describeAnswer(one, fresh.get(one.peerAddress), now) },
  { title: "URL", style: "cyan", cell: ({ peerUrl }) => peerUrl ?? "" },
];

/** `freehold receipts`: the followers that were notified of a publication, and their answers with the time. */
export async function receipts(call: Call): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const { id, state } = await findOwn(node, argumentAt(call, 0));
  if (state !== "signed")
    throw new AppError("NOT_FOUND", "This post is not signed, so it was not sent to anyone.");
  const checked = call.flags.check ? await checkReceipts(node, id) : [];
  const fresh = new Map(checked.map(({ peerAddress, answer }) => [peerAddress, answer]));
  if (call.json) return await printJsonArray(terminal, printed(readAll(node, id), fresh));
  const all = await Array.fromAsync(readAll(node, id));
  if (all.length === 0)
    return await terminal.print("Nobody was told of it: nobody followed when it was signed.");
  await terminal.print(formatTable(columns(fresh, node.clock.now()), all, terminal));
  await terminal.print("\nSites fetch posts anonymously, so only answers are listed. Ask again: --check");
}

const states: Readonly<Record<OutboxView["state"], string>> = {
  pending: "not yet",
  done: "told",
  refused: "refused",
  expired: "gave up",
};

const answers: Readonly<Record<ReceiptAnswer, string>> = {
  has: "has it",
  accepted: "accepted the proof, will fetch it",
  denied: "no longer follows you",
  silent: "did not respond",
};

function describeAnswer(
  { state, answer, answeredAt, lastError }: OutboxView,
  fresh: ReceiptAnswer | undefined,
  now: number,
): string {
  if (fresh === "denied" || fresh === "silent") return answers[fresh];
  if (answer && answeredAt) return `${answers[answer]}, ${formatDistance(now, Date.parse(answeredAt))}`;
  return state === "done" ? "was not recorded" : safeText(lastError ?? "");
}

const readAll = (node: OpenNode, id: number): AsyncGenerator<OutboxView> =>
  readByCursors(async (page) => (await readDelivery(node, id, page)).page);

async function* printed(all: AsyncIterable<OutboxView>, fresh: Fresh) {
  for await (const {
    peerAddress,
    peer,
    peerUrl,
    state,
    createdAt,
    finishedAt,
    answer,
    answeredAt,
    lastError,
  } of all) {
    const times = { queuedAt: createdAt, toldAt: state === "done" ? finishedAt : null, answer, answeredAt };
    yield {
      address: peerAddress,
      title: peer,
      url: peerUrl,
      state,
      ...times,
      checked: fresh.get(peerAddress) ?? null,
      reason: lastError,
    };
  }
}

/** An own publication by its slug, hash or number. @throws AppError NOT_FOUND */
async function findOwn(
  node: OpenNode,
  name: string,
): Promise<NonNullable<Awaited<ReturnType<typeof findPublication>>>> {
  const isNumber = /^[1-9]\d{0,14}$/.test(name);
  const keys = [...(isNumber ? [{ id: Number(name) }] : []), { contentHash: name }, { slug: name }];
  for (const key of keys) {
    const found = await findPublication(node, key);
    if (found) return found;
  }
  throw new AppError(
    "NOT_FOUND",
    msg`There is no post ${JSON.stringify(name)} here. Give its slug, hash or number.`,
  );
}

import { graphql, type ReplyOf } from "@freehold/client";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { askApi, listFromApi } from "../ask-api.ts";
import { type Call, chooseAction, parseLimit, requireYes } from "../command.ts";
import { type Column, formatMoment } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printList, printResult } from "../terminal.ts";

const trashed = graphql("fragment Trashed on Trashed { id type state title excerpt deletedAt goneAt files }");
const trashQuery = graphql(
  `query ($first: Int!, $after: String) {
    list: trash(first: $first, after: $after) {
      nodes { ...Trashed } pageInfo { hasNextPage endCursor }
    }
  }`,
  [trashed],
);
const restoreFromTrash = graphql(
  "mutation ($input: RestoreFromTrashInput!) { restored: restoreFromTrash(input: $input) { id kind lostSlug } }",
);
const emptyTrash = graphql("mutation ($input: EmptyTrashInput!) { emptyTrash(input: $input) }");

const columns: readonly Column<ReplyOf<typeof trashed>>[] = [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  { title: "KIND", cell: ({ type }) => type.toLowerCase() },
  { title: "DELETED", style: "dim", cell: ({ deletedAt }) => formatMoment(Date.parse(deletedAt)) },
  { title: "GONE", style: "dim", cell: ({ goneAt }) => formatMoment(Date.parse(goneAt)) },
  { title: "WHAT", flexible: true, cell: ({ title, excerpt }) => safeText(title || excerpt) },
];

/** `freehold trash`: lists what was deleted, restores it, or deletes it for good. */
export async function trash(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], restore: [1, Infinity], empty: [0, 0] });
  await using node = await openForCall(call);
  if (action === "list") {
    const items = listFromApi(node, trashQuery, parseLimit(call), {});
    return await printList(call, items, { columns, none: "The trash is empty." });
  }
  if (action === "restore") return await restore(call, node, [...new Set(rest)]);
  requireYes(call, ["everything in the trash"], "It can't be restored after that.");
  await askApi(node, emptyTrash, { input: {} });
  await printResult(call, { emptied: true }, ["The trash is empty."]);
}

async function restore(call: Call, node: OpenNode, ids: readonly string[]): Promise<void> {
  const input = call.flags.comments === true ? { comments: ids } : { publications: ids };
  const { restored } = await askApi(node, restoreFromTrash, { input });
  const missing = ids.filter((id) => !restored.some((one) => one.id === id));
  if (missing.length > 0) throw new AppError("NOT_FOUND", msg`Not in the trash: ${missing.join(", ")}.`);
  const moved = restored.filter(({ lostSlug }) => lostSlug !== null);
  await printResult(call, restored, [
    `Restored ${restored.map(({ id }) => id).join(", ")}.`,
    moved.length > 0 &&
      `With another slug, because another post has theirs: ${moved.map(({ id }) => id).join(", ")}.`,
  ]);
}

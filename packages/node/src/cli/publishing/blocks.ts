import { graphql, type ReplyOf } from "@freehold/client";
import { safeText } from "../../observability/safe-text.ts";
import { askApi, listFromApi } from "../ask-api.ts";
import { type Call, chooseAction, parseLimit, textOf } from "../command.ts";
import { type Column, formatMoment } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printList, printResult } from "../terminal.ts";

const blocksQuery = graphql(`query ($first: Int!, $after: String) {
  list: blocks(first: $first, after: $after) {
    nodes { address title url reason createdAt } pageInfo { hasNextPage endCursor }
  }
}`);
const createBlock = graphql(`mutation ($input: CreateBlockInput!) {
  endedFollows: createBlock(input: $input) { followerAddress followeeAddress isNotified }
}`);
const destroyBlock = graphql(
  "mutation ($input: DestroyBlockInput!) { removed: destroyBlock(input: $input) }",
);

const columns: readonly Column<ReplyOf<typeof blocksQuery>["list"]["nodes"][number]>[] = [
  { title: "ADDRESS", cell: ({ address }) => address },
  { title: "NAME", style: "bold", cell: ({ title }) => safeText(title ?? "") },
  { title: "SINCE", style: "dim", cell: ({ createdAt }) => formatMoment(Date.parse(createdAt)) },
  { title: "WHY", flexible: true, cell: ({ reason }) => safeText(reason ?? "") },
];

/** `freehold blocks`: lists, adds and removes the addresses that this node has nothing to do with. */
export async function blocks(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], add: [1, 1], remove: [1, 1] });
  await using node = await openForCall(call);
  const [address = ""] = rest;
  if (action === "list") {
    const items = listFromApi(node, blocksQuery, parseLimit(call), {});
    return await printList(call, items, { columns, none: "Nobody is blocked." });
  }
  if (action === "remove") {
    const { removed } = await askApi(node, destroyBlock, { input: { address } });
    const done = removed ? `${address} is not blocked any more.` : `${address} was not blocked.`;
    return await printResult(call, { address, removed }, [done]);
  }
  const { endedFollows } = await askApi(node, createBlock, {
    input: { address, reason: textOf(call, "reason") ?? null },
  });
  await printResult(call, { address, endedFollows }, [
    `${address} is blocked.`,
    endedFollows.length > 0 && "The follow between you has ended.",
  ]);
}

import { graphql } from "@freehold/client";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { askApi, listFromApi } from "../ask-api.ts";
import { type Call, chooseAction, parseLimit, textOf } from "../command.ts";
import { type Column, formatMoment, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printJsonArray, printResult } from "../terminal.ts";

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

const columns: readonly Column[] = [
  { title: "ADDRESS" },
  { title: "NAME", style: "bold" },
  { title: "SINCE", style: "dim" },
  { title: "WHY", flexible: true },
];

/** `freehold blocks`: lists, adds and removes the addresses that this node has nothing to do with. */
export async function blocks(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], add: [1, 1], remove: [1, 1] });
  await using node = await openForCall(call);
  const [address = ""] = rest;
  if (action === "list") return await list(call, node);
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

async function list(call: Call, node: OpenNode): Promise<void> {
  const items = listFromApi(node, blocksQuery, parseLimit(call), {});
  if (call.json) return await printJsonArray(call.terminal, items);
  const rows = (await Array.fromAsync(items)).map(({ address, title, reason, createdAt }) => [
    address,
    safeText(title ?? ""),
    formatMoment(Date.parse(createdAt)),
    safeText(reason ?? ""),
  ]);
  await call.terminal.print(
    rows.length > 0 ? formatTable(columns, rows, call.terminal) : "Nobody is blocked.",
  );
}

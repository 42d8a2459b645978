import { graphql, type ReplyOf } from "@freehold/client";
import { program } from "../../config/program.ts";
import { safeText } from "../../observability/safe-text.ts";
import { askApi, listFromApi } from "../ask-api.ts";
import { type Call, chooseAction, parseLimit, textOf } from "../command.ts";
import { type Column, formatCount, formatMoment } from "../format.ts";
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

/** Comments of a wallet that are not hidden. */
const commentsQuery = graphql(`query ($first: Int!, $after: String, $authorAddress: Address!) {
  list: comments(
    first: $first, after: $after, authorAddress: $authorAddress, states: [HELD, PUBLISHED], newestFirst: true
  ) {
    nodes { id } pageInfo { hasNextPage endCursor }
  }
}`);

const namedComments = 50; // comments of one author in a command

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
    const done = removed ? `${address} is no longer blocked.` : `${address} was not blocked.`;
    return await printResult(call, { address, removed }, [done]);
  }
  const { endedFollows } = await askApi(node, createBlock, {
    input: { address, reason: textOf(call, "reason") ?? null },
  });
  const found = await Array.fromAsync(listFromApi(node, commentsQuery, null, { authorAddress: address }));
  const comments = found.map(({ id }) => id);
  const ids = comments.slice(0, namedComments).join(" ");
  await printResult(call, { address, endedFollows, comments }, [
    `${address} is blocked. Its posts no longer show in your timeline and search.`,
    endedFollows.length > 0 && "The follow between you has ended.",
    comments.length > 0 &&
      `${formatCount(comments.length, "comment")} from there ${comments.length === 1 ? "stays" : "stay"} under your posts. To hide: ${program} comments hide ${ids}`,
  ]);
}

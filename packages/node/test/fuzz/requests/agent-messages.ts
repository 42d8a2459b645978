import fc from "fast-check";
import type { Inventory } from "../target/inventory.ts";
import { oddJson, oddText } from "./odd-values.ts";

/** The tools of an agent, and one that there is not. */
const tools = [
  "read_post",
  "list_posts",
  "search",
  "list_comments",
  "read_timeline",
  "list_drafts",
  "read_draft",
  "write_draft",
  "attach_picture",
  "propose_draft",
  "withdraw_proposal",
  "publish",
];

const methods = ["initialize", "ping", "tools/list", "resources/list", "resources/read", "server/discover"];

/** A message of the Model Context Protocol, valid or almost. */
export function agentMessage({ ids, slugs }: Pick<Inventory, "ids" | "slugs">): fc.Arbitrary<unknown> {
  const key = fc.oneof(fc.constantFrom("1", ...ids.map(String), ...slugs), oddText);
  const named = fc.record(
    {
      post: key,
      id: key,
      query: oddText,
      body: oddText,
      note: oddText,
      data: oddText,
      after: oddText,
      filename: oddText,
      description: oddText,
      slug: key,
      revision: fc.integer(),
      limit: fc.integer({ min: -1, max: 101 }),
    },
    { requiredKeys: [] },
  );
  const call = fc.record({
    name: fc.constantFrom(...tools),
    arguments: fc.oneof({ weight: 5, arbitrary: named }, oddJson),
  });
  const message = (method: fc.Arbitrary<string>, params: fc.Arbitrary<unknown>) =>
    fc.record({ jsonrpc: fc.constant("2.0"), id: fc.oneof(fc.nat(), oddText), method, params });
  return fc.oneof(
    { weight: 6, arbitrary: message(fc.constant("tools/call"), call) },
    message(fc.constantFrom(...methods), oddJson),
    message(oddText, oddJson),
    oddJson,
  );
}

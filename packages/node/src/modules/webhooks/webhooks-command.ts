import { graphql, type ReplyOf } from "@freehold/client";
import { askApi } from "../../cli/ask-api.ts";
import { type Call, chooseAction } from "../../cli/command.ts";
import { type Column, formatCount, formatTable } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printResult } from "../../cli/terminal.ts";
import { program } from "../../config/program.ts";
import { safeText } from "../../observability/safe-text.ts";

const webhooksQuery = graphql("query { webhooks { id url events active failures } }");
const testMutation = graphql("mutation ($input: TestWebhookInput!) { done: testWebhook(input: $input) }");

const columns: readonly Column<ReplyOf<typeof webhooksQuery>["webhooks"][number]>[] = [
  { title: "ID", cell: ({ id }) => id },
  {
    title: "STATE",
    cell: ({ active, failures }) =>
      active ? (failures === 0 ? "ok" : formatCount(failures, "failure")) : "off",
  },
  { title: "ADDRESS", style: "cyan", cell: ({ url }) => safeText(url) },
  { title: "EVENTS", flexible: true, cell: ({ events }) => events.join(" ") },
];

/** `freehold webhooks`: lists the owner's webhooks, or sends one a test. */
export async function webhooks(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], test: [1, 1] });
  await using node = await openForCall(call);
  if (action === "test") {
    const [id = ""] = rest;
    await askApi(node, testMutation, { input: { id } });
    return await printResult(
      call,
      { id, status: "queued" },
      [`A test for webhook ${safeText(id)} is queued.`],
      ["The running node sends it. Settings, Webhooks shows the answer."],
    );
  }
  const { webhooks: all } = await askApi(node, webhooksQuery);
  await printResult(call, all, [
    all.length > 0
      ? formatTable(columns, all, call.terminal)
      : `No webhooks. They are created in Settings, Webhooks. ${program} webhooks test ID sends a test.`,
  ]);
}

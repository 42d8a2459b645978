import { readFile } from "node:fs/promises";
import { graphql, type ReplyOf } from "@freehold/client";
import { askApi } from "../../cli/ask-api.ts";
import { type Call, chooseAction } from "../../cli/command.ts";
import { type Column, formatCount, formatMoment, formatTable } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printResult } from "../../cli/terminal.ts";
import { program } from "../../config/program.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { safeText } from "../../observability/safe-text.ts";
import { exportOpml, importOpml } from "./opml.ts";

const feedsQuery = graphql(
  "query { feeds { id url title siteUrl folder fetchedAt nextFetchAt failures lastError } }",
);

const columns: readonly Column<ReplyOf<typeof feedsQuery>["feeds"][number]>[] = [
  { title: "FEED", style: "bold", cell: ({ title }) => safeText(title) },
  {
    title: "FETCHED",
    style: "dim",
    cell: ({ fetchedAt, lastError }) =>
      lastError === null ? (fetchedAt === null ? "not yet" : formatMoment(Date.parse(fetchedAt))) : "fails",
  },
  { title: "ADDRESS", flexible: true, cell: ({ url }) => safeText(url) },
];

/** `freehold feeds`: lists the feeds that the owner reads, takes over those of an OPML file, or writes one. */
export async function feeds(call: Call): Promise<void> {
  await using node = await openForCall(call);
  await requireOwner(node);
  const { action, rest } = chooseAction(call, { list: [0, 0], import: [1, 1], export: [0, 0] });
  if (action === "import") {
    const report = await importOpml(node, await readFile(String(rest[0])));
    return await printResult(
      call,
      report,
      [`${formatCount(report.added, "feed")} added; you already follow ${report.known}.`],
      [
        report.refusedCount > 0 &&
          `${report.refusedCount} can't be added, such as ${report.refused.slice(0, 3).map(safeText).join(", ")}.`,
      ],
    );
  }
  if (action === "export") {
    const feedsAsOpml = await exportOpml(node);
    return await printResult(call, { feedsAsOpml }, [feedsAsOpml.trimEnd()]);
  }
  const { feeds: all } = await askApi(node, feedsQuery);
  await printResult(call, all, [
    all.length > 0
      ? formatTable(columns, all, call.terminal)
      : `No feeds yet. Follow one: ${program} follow URL`,
  ]);
}

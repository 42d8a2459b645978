import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { ghostExport, ghostPost } from "../../../../test/support/exports/ghost-export.ts";
import { openImportFolder } from "../../../../test/support/import-folder.ts";
import { openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { describeImport } from "../import-report-command.ts";
import type { ImportOptions } from "./import-run.ts";
import { importLimits } from "./limits.ts";
import { ImportReport } from "./report.ts";
import { openImport } from "./run-import.ts";

/** A post with a card of a plugin, of which nothing arrives. */
const withCard = (number: number, words: string, more: object = {}) =>
  ghostPost(number, {
    html: null,
    lexical: JSON.stringify({
      root: {
        children: [
          { type: "paragraph", children: [{ type: "text", text: "Words of a paragraph." }] },
          { type: "card-of-a-plugin", heading: words },
        ],
      },
    }),
    ...more,
  });
const posts = [
  ghostPost(1),
  withCard(2, "Three lost words"),
  withCard(3, "These are seven words that are lost"),
  withCard(4, "Lost before", { status: "draft" }),
];

forEachDatabase((_name, open) => {
  async function importGhost(options: ImportOptions) {
    const fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const path = join(folder.path, "ghost.json");
    await writeFile(path, ghostExport({ posts }));
    const found = await openImport(path);
    if (!found) throw new Error("Nothing was recognised.");
    const report = await found.run({ ...fixture.context, peers: null as never }, options);
    await found.close();
    const rows = fixture.context.store.db.selectFrom("publications").select(["slug", "state"]);
    const states = Object.fromEntries((await rows.execute()).map(({ slug, state }) => [slug, state]));
    await fixture[Symbol.asyncDispose]();
    return { report, states };
  }
  const losses = [
    {
      title: "Post 3",
      words: 11,
      arrived: 4,
      missingCode: 0,
      examples: ["these are seven words that are lost"],
    },
    { title: "Post 2", words: 7, arrived: 4, missingCode: 0, examples: ["three lost words"] },
    { title: "Post 4", words: 6, arrived: 4, missingCode: 0, examples: ["lost before"] },
  ];

  it("names entries that lost words, worst first, and makes drafts of them", async () => {
    const dry = await importGhost({ dryRun: true });
    expect(dry.states).toEqual({});
    const { report, states } = await importGhost({});
    for (const one of [dry.report, report])
      expect(one).toMatchObject({
        incomplete: 3,
        losses,
        taken: { posts: 1, drafts: 3 },
      });
    expect(report.reasons).toContainEqual({
      state: "draft",
      why: "Words or code are missing here",
      count: 2,
    });
    expect(states).toEqual({ "post-1": "local", "post-2": "draft", "post-3": "draft", "post-4": "draft" });
    expect(describeImport(report).summary.join("\n")).toContain(
      "“Post 3”: 4 of 11 words arrived; missing: “these are seven words that are lost”",
    );
  });

  it("leaves them as public as they were where the owner says so", async () => {
    const { report, states } = await importGhost({ publishIncomplete: true });
    expect(report).toMatchObject({ incomplete: 3, taken: { posts: 3, drafts: 1 } });
    expect(states).toEqual({ "post-1": "local", "post-2": "local", "post-3": "local", "post-4": "draft" });
  });
});

it("lists the worst entries only, and joins those of an interrupted run", () => {
  const report = new ImportReport("ghost", false);
  const most = importLimits.losses;
  for (let missing = 1; missing <= most + 5; missing += 1)
    report.lose({
      title: `${missing}`,
      balance: { words: 1_000, missing, missingCode: 0, examples: ["x".repeat(1_000)] },
    });
  expect(report.incomplete).toBe(most + 5);
  expect(report.losses.map(({ title }) => title)).toEqual(
    Array.from({ length: most }, (_, index) => `${most + 5 - index}`),
  );
  expect(report.losses[0]?.examples[0]?.length).toBeLessThan(400);
  const later = new ImportReport("ghost", false);
  later.lose({ title: "worst", balance: { words: 10, missing: 9, missingCode: 1, examples: [] } });
  const joined = later.joinedWith({ ...report });
  expect([joined.incomplete, joined.losses?.length, joined.losses?.[0]?.title]).toEqual([
    most + 6,
    most,
    "worst",
  ]);
});

import { expect, it } from "vitest";
import { ImportReport } from "./import/report.ts";
import { describeImport } from "./import-report-command.ts";

it("counts what becomes public, a draft, or is left out, with the reasons, and names ten titles that nothing marks as public", () => {
  const report = new ImportReport("markdown", true);
  for (let number = 1; number <= 12; number += 1) {
    report.count("drafts", true);
    report.explain({ title: `Note ${number}`, visibility: { public: false, because: "unsaid" } });
  }
  report.count("posts", true);
  report.explain({ title: "Shown", visibility: { public: true, because: "flagged" } });
  report.leaveOut("comments", "Comments stay behind: 3.", { because: "unapproved", count: 3 });
  const { summary } = describeImport(report);
  expect(summary.slice(summary.indexOf("1 will be public, 12 drafts, 3 left out."))).toEqual([
    "1 will be public, 12 drafts, 3 left out.",
    "Public:",
    "  1  Its front matter says so.",
    "Drafts:",
    "  12  It is unknown whether it was public.",
    "Left out:",
    "  3  Comments that were not approved or were deleted there.",
    "It is unknown whether these were public, so they are drafts. With --publish they are public:",
    ...Array.from({ length: 10 }, (_, index) => `  Note ${index + 1}`),
    "  … and 2 more.",
  ]);
});

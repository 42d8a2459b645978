import { expect, test } from "vitest";
import { en } from "../../../../messages/console/en.ts";
import { describeIssue } from "./newsletter-choice.tsx";

test("a post went out by mail only once all mails are sent", () => {
  const { readers } = en;
  expect(describeIssue(readers, "DONE")).toBe(readers.wasSent);
  expect(describeIssue(readers, "STOPPED")).toBe(readers.outcomes.stopped);
  expect([describeIssue(readers, "WRITING"), describeIssue(readers, "SENDING")]).toEqual(
    Array(2).fill(readers.outcomes.sending),
  );
  expect(describeIssue(readers, "DECLINED")).toBe(readers.outcomes.notSent);
});

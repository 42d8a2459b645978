import { expect, test } from "vitest";
import { en } from "../../../../messages/console/en.ts";
import { describeWebhook } from "./webhooks.tsx";

const { webhooks: texts } = en.settings;
type Calls = Parameters<typeof describeWebhook>[1]["deliveries"];

test("a webhook answers only if its last call arrived", () => {
  const after = (problem: string | null, failures = 0, active = true) =>
    describeWebhook(texts, { active, failures, deliveries: [{ problem }] as Calls });
  expect(after(null)).toBe(texts.well);
  // It was turned on again, and was not called since.
  expect(after("answer")).toBe(texts.retrying);
  expect(after("answer", 2)).toBe(texts.failing(2));
  expect(after("answer", 9, false)).toBe(texts.off(9));
});

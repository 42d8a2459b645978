import { expect, test } from "vitest";
import { addressOf } from "../../test/support/store-records.ts";
import { TooOftenError } from "../too-often-error.ts";
import { limits } from "./limits.ts";
import { createSignerBudget } from "./signer-budget.ts";

test("one signer's messages are taken up to the limit of a minute, and are not another's", () => {
  const budget = createSignerBudget();
  // What is earned while this runs is less than one in fifty.
  for (let count = 0; count < limits.messagesPerMinute; count += 1) budget.spend(addressOf(1));
  expect(() => {
    for (let count = 0; count < limits.messagesPerMinute; count += 1) budget.spend(addressOf(1));
  }).toThrow(TooOftenError);
  budget.spend(addressOf(2));
});

import { expect, test } from "vitest";
import { formatEnglish } from "../../errors/errors.ts";
import { compareAddresses } from "./configured-address.ts";

const say = (configured: string | null, signed: string) => {
  const found = compareAddresses(configured, signed);
  return found && `${formatEnglish(found.finding)} ${formatEnglish(found.advice)}`;
};

test.each([
  [null, "https://a.example"],
  ["https://a.example", "https://a.example/"],
  ["https://A.example", "https://a.example"],
  ["http://localhost:8543", "http://localhost:9000"],
])("%s and %s need nothing", (configured, signed) => {
  expect(say(configured, signed)).toBeNull();
});

test("each other difference names the command or the setting that mends it", () => {
  expect(say("https://new.example", "https://old.example")).toMatch(
    /which is used\. If the node has moved, run `freehold moved https:\/\/new\.example`.*set FREEHOLD_URL to https:\/\/old\.example\.$/,
  );
  expect(say("https://new.example", "http://localhost:8543")).toContain(
    "run `freehold moved https://new.example`",
  );
  // An address of this machine can't be signed in place of a public one.
  expect(say("http://localhost:8543", "https://old.example")).toBe(
    "FREEHOLD_URL is http://localhost:8543, but other nodes know this one as https://old.example. Set FREEHOLD_URL to https://old.example.",
  );
});

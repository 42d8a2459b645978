import type { EwpErrorCode } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectError } from "../expectations.ts";

/** Ways in which a number can be wrong, with the values that show them; "limit" stands for the parameter's name. */
interface Wrongs {
  suffix: string;
  title: string;
  queries: readonly string[];
}

const notDigits = ["=10abc", "=1.5", "=%2B1", "=1e1", "=0x10", "=%201", "=-1", "=ten", "=1,000"];

function wrongsOf(name: string): Wrongs[] {
  return [
    {
      suffix: "digits",
      title: `a ${name} that is not plain decimal digits`,
      queries: notDigits.map((value) => `?${name}${value}`),
    },
    { suffix: "empty", title: `an empty ${name}`, queries: [`?${name}=`] },
    { suffix: "repeated", title: `a ${name} that is there twice`, queries: [`?${name}=1&${name}=1`] },
  ];
}

function refusals(name: string, error: EwpErrorCode, more: Wrongs[]): Check[] {
  return [...wrongsOf(name), ...more].map(({ suffix, title, queries }) => ({
    id: `index-${name}-${suffix}`,
    section: "4.3",
    decisions: 5,
    title: `${title} is ${error}`,
    async run({ node }) {
      for (const query of queries) {
        expectError(await node.get(`/ewp/publications${query}`), error, `for ${query}`);
      }
    },
  }));
}

export const indexParameters: readonly Check[] = [
  ...refusals("limit", "INVALID_LIMIT", [
    { suffix: "zero", title: "a limit of 0", queries: ["?limit=0"] },
    {
      suffix: "above-1000",
      title: "a limit above 1000",
      queries: ["?limit=1001", "?limit=99999999999999999999"],
    },
  ]),
  ...refusals("page", "INVALID_PAGE", [{ suffix: "zero", title: "page 0", queries: ["?page=0"] }]),
  ...refusals("since", "INVALID_SINCE", []),
  {
    id: "index-error-order",
    section: "4.3",
    decisions: 2,
    title: "of several wrong parameters limit is told first, then page, then since",
    async run({ node }) {
      expectError(await node.get("/ewp/publications?since=x&page=0&limit=0"), "INVALID_LIMIT");
      expectError(await node.get("/ewp/publications?since=x&page=0"), "INVALID_PAGE");
    },
  },
];

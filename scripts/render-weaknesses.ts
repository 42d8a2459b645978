import { listWeaknessTests, weaknesses } from "../packages/node/test/weaknesses/weaknesses.ts";

const folder = "packages/node/test/weaknesses";

/** Every weakness with its tests: a Markdown table for the docs. */
export function renderWeaknesses(): string {
  const files = listWeaknessTests();
  const rows = weaknesses.map(({ id, sentence }) => {
    const tests = files.filter((name) => name.startsWith(`${id}-`)).map(linkTo);
    return `| ${id} | ${sentence} | ${tests.join(", ") || "not tried yet"} |`;
  });
  return ["| id | failure | tests |", "| --- | --- | --- |", ...rows].join("\n");
}

function linkTo(file: string): string {
  return `[${file.replace(/\.test\.ts$/, "")}](../${folder}/${file})`;
}

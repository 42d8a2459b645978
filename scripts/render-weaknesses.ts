import { listWeaknessTests, weaknesses } from "../packages/node/test/weaknesses/weaknesses.ts";

const folder = "packages/node/test/weaknesses";

/** Every weakness with the test that tries it: a Markdown table for the docs. */
export function renderWeaknesses(): string {
  const files = listWeaknessTests();
  const rows = weaknesses.map(({ id, sentence }) => {
    const file = files.find((name) => name.startsWith(`${id}-`));
    return `| ${id} | ${sentence} | ${file ? `[${file.replace(/\.test\.ts$/, "")}](../${folder}/${file})` : "not tried yet"} |`;
  });
  return [
    "| | what has gone wrong elsewhere | the test that tries it here |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}

// Writes schema/*.json from the table of messages; with --check it only says whether they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { envelopeSchema, messageKinds } from "../src/index.ts";

const folder = new URL("../schema/", import.meta.url);
const check = process.argv.includes("--check");

function isCurrent(file: URL, text: string): boolean {
  try {
    return readFileSync(file, "utf8") === text;
  } catch {
    return false;
  }
}

mkdirSync(folder, { recursive: true });
const outdated = messageKinds.filter((kind) => {
  const file = new URL(`${kind}.json`, folder);
  const text = `${JSON.stringify(envelopeSchema(kind), null, 2)}\n`;
  if (isCurrent(file, text)) return false;
  if (!check) writeFileSync(file, text);
  return true;
});

for (const kind of outdated) {
  process.stdout.write(check ? `schema/${kind}.json is out of date\n` : `wrote schema/${kind}.json\n`);
}
if (check && outdated.length > 0) process.exitCode = 1;

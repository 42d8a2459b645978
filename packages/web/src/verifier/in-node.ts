import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createArchiveCheck, recoverPublicKey } from "@freehold/protocol";
import { chooseVerifierMessages, describeReport } from "./describe-report.ts";

/** `node verify.mjs [FOLDER]`: checks an export; by default the folder in which this file is. Exit code 1 where something is wrong. */
async function main(folder: string): Promise<void> {
  const check = createArchiveCheck({ recover: recoverPublicKey });
  for await (const { path, isFile } of filesOf(folder, "")) {
    if (isFile) await check.add(path, createReadStream(join(folder, path)), "folder");
    else check.addOther(path);
  }
  const report = check.finish();
  const messages = chooseVerifierMessages([process.env.LC_ALL || process.env.LANG || "en"]);
  const marks = { good: "  ", bad: "! ", plain: "  " };
  const lines = describeReport(report, messages).map(({ look, text }) => `${marks[look]}${visible(text)}\n`);
  process.stdout.write(lines.join(""));
  process.exitCode = report.faults.length > 0 || report.signed === null ? 1 : 0;
}

/** A link may lead to the right bytes today and to others tomorrow, so it does not count as a file. */
async function* filesOf(folder: string, below: string): AsyncGenerator<{ path: string; isFile: boolean }> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(folder, path);
    else yield { path, isFile: entry.isFile() };
  }
}

/** File names of others must not move the cursor of a terminal. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, "\u{fffd}");
}

await main(process.argv[2] ?? dirname(fileURLToPath(import.meta.url)));

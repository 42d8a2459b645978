import { spawn } from "node:child_process";
import { once } from "node:events";
import packageJson from "../package.json" with { type: "json" };

/**
 * Runs each of the npm scripts `check:…` beside the others, and prints what it said when it ends; fails when one of them does.
 * `npm run check` runs it, so that their programs are on the path.
 */
async function main(): Promise<void> {
  const checks = Object.entries(packageJson.scripts).filter(([name]) => name.startsWith("check:"));
  const failed = (await Promise.all(checks.map(run))).filter((name) => name !== null);
  for (const name of failed) process.stderr.write(`\n${name} failed.\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** @returns its name if it failed */
async function run([name, command]: [string, string]): Promise<string | null> {
  const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
  const [code] = await once(child, "close");
  if (said.length > 0) process.stdout.write(`\n> ${name}\n${Buffer.concat(said)}`);
  return code === 0 ? null : name;
}

await main();

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { checkProgram } from "./release/check-program.ts";

const root = join(import.meta.dirname, "..");
/** `nobody`: as in the container, the node can write only its data. */
const user = { uid: 65_534, gid: 65_534 };
const port = "8543";
/** The image has one Node: that which runs this. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

type Instruction = readonly [name: string, value: string];

/**
 * Does what the Dockerfile says, without an engine: each of its commands in a clean folder that stands for the root of all
 * stages, then compares the packages with the lock, and runs the node as it is started there, its health check, and its stop. It takes some minutes, and the machine's Node.
 */
async function main(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "freehold-image-"));
  try {
    const instructions = readInstructions(place);
    for (const instruction of instructions) build(place, instruction, instructions);
    process.stdout.write(`${checkProgram(join(place, "app/node_modules/freehold"), { PATH })}\n`);
    await run(place, instructions);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The instructions, with their paths in the folder. */
function readInstructions(place: string): Instruction[] {
  const text = readFileSync(join(root, "Dockerfile"), "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", ...words] = line.split(" ");
      const value = words
        .join(" ")
        .replace(/(?<=^|[\s"=])\/(?=(?:source|packages|app|data)\b)/g, `${place}/`);
      return [name, value] as const;
    });
}

function build(place: string, [name, value]: Instruction, all: readonly Instruction[]): void {
  if (name === "COPY" && value === ". .") copySources(join(place, "source"));
  if (name === "WORKDIR") mkdirSync(value, { recursive: true });
  if (name !== "RUN") return;
  process.stdout.write(`${value}\n`);
  const before = all.slice(
    0,
    all.findIndex((one) => one[0] === name && one[1] === value),
  );
  const [, cwd] = before.findLast(([one]) => one === "WORKDIR") ?? [];
  // Not what npm sets for the script that runs this.
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([one]) => !one.startsWith("npm_"))),
    PATH,
  };
  execFileSync("/bin/sh", ["-c", value], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
}

/** What git knows, and new files that it does not ignore. */
function copySources(folder: string): void {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  for (const file of execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n")) {
    cpSync(join(root, file), join(folder, file), { force: true });
  }
}

async function run(place: string, instructions: readonly Instruction[]): Promise<void> {
  const read = (name: string) => instructions.findLast(([one]) => one === name)?.[1] ?? "";
  const command = [...JSON.parse(read("ENTRYPOINT")), ...JSON.parse(read("CMD"))] as string[];
  const settings = read("ENV")
    .split(" ")
    .map((setting) => setting.split("=", 2));
  const env = { PATH, ...Object.fromEntries(settings), FREEHOLD_PORT: port };
  const asNobody = process.getuid?.() === 0 ? user : {};
  if (process.getuid?.() === 0) {
    execFileSync("chmod", ["go+rX", place]);
    chownSync(join(place, "data"), user.uid, user.gid);
  }
  const [program = "", ...args] = command;
  const options = { cwd: join(place, "data"), env, ...asNobody };
  const node = spawn(program, args, { ...options, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(node, "exit");
  const [check = "", ...checkArgs] = JSON.parse(read("HEALTHCHECK").replace(/^.*?CMD /, "")) as string[];
  const isHealthy = async () =>
    (await once(spawn(check, checkArgs, { ...options, stdio: "ignore" }), "exit"))[0] === 0;
  while (!(await isHealthy())) {
    if (node.exitCode !== null) throw new Error("The node ended.");
    await pause(500);
  }
  process.stdout.write("It is healthy.\n");
  node.kill(read("STOPSIGNAL") as NodeJS.Signals);
  const [code] = await ended;
  if (code !== 0) throw new Error(`It stopped with ${code}.`);
  process.stdout.write("It stopped well.\n");
}

await main();

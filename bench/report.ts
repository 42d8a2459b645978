import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { print } from "./print.ts";

/** What a bench measured beside its floor. */
export interface Figure {
  /** Of the bench and the row: `serve: page /`. */
  readonly name: string;
  readonly node: number;
  readonly floor: number;
  readonly ratio: number;
  /** What the ratio must be at least. */
  readonly least: number;
  /** More of the same row, by their heads. */
  readonly more: Readonly<Record<string, number | string>>;
}

const saved = join(import.meta.dirname, "ratios.json");
const figures: Figure[] = [];

/** Prints the heads of a table of figures. */
export function printHeads(...more: string[]): void {
  print(line("", "node", "floor", "ratio", "at least", "before", "change", ...more));
}

/** Prints a row of a table beside the ratio that was saved last, and its change; the process fails for one that is too small. */
export function addFigure(figure: Figure): void {
  figures.push(figure);
  const { name, node, floor, ratio, least, more } = figure;
  const before = readSaved()[name];
  const change = before ? `${Math.round((ratio / before - 1) * 100)} %` : "-";
  const rates = [Math.round(node), Math.round(floor), ratio.toFixed(2), least];
  print(line(name, ...rates, before?.toFixed(2) ?? "-", change, ...Object.values(more)));
  if (ratio < least) process.exitCode = 1;
}

/** Writes all figures of this run with the machine and the commit. */
export function writeFigures(file: string): void {
  const machine = {
    processors: cpus().map(({ model }) => model),
    memory: totalmem(),
    system: release(),
    node: process.version,
  };
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), commit, machine, figures }, null, 2)}\n`,
  );
}

/** Keeps the ratios of this run in the repository, for later runs to be compared with. */
export function saveRatios(): void {
  const ratios = figures.map(({ name, ratio }) => [name, Number(ratio.toFixed(2))]);
  writeFileSync(saved, `${JSON.stringify({ ...readSaved(), ...Object.fromEntries(ratios) }, null, 2)}\n`);
}

function readSaved(): Record<string, number> {
  return existsSync(saved) ? JSON.parse(readFileSync(saved, "utf8")) : {};
}

function line(name: string, ...cells: readonly (string | number)[]): string {
  return name.padEnd(32) + cells.map((cell) => String(cell).padStart(10)).join("");
}

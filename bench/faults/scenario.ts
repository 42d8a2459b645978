import type { Workspace } from "./support/workspace.ts";

/** What a run was asked for. */
export interface FaultOptions {
  /** Everything that is left to chance follows from it. */
  readonly seed: number;
  /** How many kills the scenarios that kill share. */
  readonly kills: number;
  /** A minute instead of an hour: what CI runs. */
  readonly isShort: boolean;
}

/** What a scenario is given. */
export interface Bench extends FaultOptions {
  /** Numbers from 0 up to 1, the same ones for the same seed and scenario. */
  readonly random: () => number;
  /** Where its nodes live; removed after it. */
  readonly workspace: Workspace;
  /** Prints a line. */
  print(line: string): void;
}

/** What a scenario counted. */
export interface Tally {
  /** Processes that were killed. */
  readonly kills: number;
  /** Writes that were answered with success, each of which was looked for afterwards. */
  readonly acknowledged: number;
  /** Sentences on what was broken; none when all is well. */
  readonly broken: readonly string[];
}

/** One kind of fault that real nodes are put through. */
export interface Scenario {
  /** A sentence: what is done. */
  readonly about: string;
  /** Of all kills of a run, how many are this one's: 0 to 1. Nothing for a scenario that kills no more than it says. */
  readonly share?: number;
  /** Left out of a short run, unless it is named. */
  readonly isLong?: boolean;
  /** Why it can't run here (a right that is missing), or null. */
  readonly obstacle?: () => Promise<string | null>;
  /** Throws, or tells in `broken`, what did not hold. */
  readonly run: (bench: Bench) => Promise<Tally>;
}

/** An operation that ran. */
export interface Run {
  readonly name: string | null;
  readonly operation: string;
  readonly variables: string;
  /** Whether it stays at the top of the history. */
  readonly isPinned: boolean;
}

/** Everything that this browser tab keeps: the texts of both editors, and the operations that ran, the latest first. */
export interface Kept {
  readonly operation: string;
  readonly variables: string;
  readonly runs: readonly Run[];
}

const key = "freehold:graphql-editor";
const mostRuns = 30;

/** Reads what the tab keeps. @returns null: nothing, or something that this version did not write */
export function readKept(storage: Pick<Storage, "getItem">): Kept | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Writes it. A browser without room or without storage keeps nothing, and everything else works. */
export function writeKept(storage: Pick<Storage, "setItem">, kept: Kept): void {
  try {
    storage.setItem(key, JSON.stringify(kept));
  } catch {
    // There is no room for it.
  }
}

/**
 * Puts a run first. One with the same texts moves up and stays pinned; of those that are not pinned, only the latest 30 stay.
 */
export function addRun(runs: readonly Run[], run: Omit<Run, "isPinned">): Run[] {
  const isSame = (one: Run) => one.operation === run.operation && one.variables === run.variables;
  const isPinned = runs.some((one) => isSame(one) && one.isPinned);
  let room = mostRuns;
  return [{ ...run, isPinned }, ...runs.filter((one) => !isSame(one))].filter((one) => {
    if (one.isPinned) return true;
    room -= 1;
    return room >= 0;
  });
}

function isKept(value: unknown): value is Kept {
  return (
    hasTexts(value) && "runs" in value && Array.isArray(value.runs) && value.runs.every((run) => isRun(run))
  );
}

function isRun(value: unknown): value is Run {
  return (
    hasTexts(value) &&
    "name" in value &&
    (value.name === null || typeof value.name === "string") &&
    "isPinned" in value &&
    typeof value.isPinned === "boolean"
  );
}

function hasTexts(value: unknown): value is { operation: string; variables: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "operation" in value &&
    typeof value.operation === "string" &&
    "variables" in value &&
    typeof value.variables === "string"
  );
}

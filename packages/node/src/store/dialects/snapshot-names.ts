import type { Snapshot } from "../snapshots.ts";

const form = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/;

/** The name of a snapshot that is made at `now` (ms): good for a file and sorted by time. */
export function snapshotName(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, "-");
}

/** The snapshot of that name; null for what is no name of one. */
export function parseSnapshotName(name: string): Snapshot | null {
  const [, day, minute, second, rest] = form.exec(name) ?? [];
  const madeAt = Date.parse(`${day}:${minute}:${second}.${rest}`);
  return Number.isNaN(madeAt) ? null : { name, madeAt };
}

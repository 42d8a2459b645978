import { commit, version } from "../config/version.ts";
import { listMigrationNames } from "../store/migrate.ts";

/** The marks by which this program is told from others of its version. */
export interface AboutProgram {
  readonly version: string;
  /** Null where nothing tells it. */
  readonly commit: string | null;
  /** The last migration that it knows: a database has been through none that is later. */
  readonly databaseStep: string;
}

export function readAboutProgram(): AboutProgram {
  return { version, commit, databaseStep: listMigrationNames().at(-1) ?? "" };
}

/** `0.2.0 (commit 9f1a929a4b31, database step 0051-readers)` */
export function describeProgram(): string {
  const { databaseStep } = readAboutProgram();
  const of = commit === null ? "" : `commit ${commit}, `;
  return `${version} (${of}database step ${databaseStep})`;
}

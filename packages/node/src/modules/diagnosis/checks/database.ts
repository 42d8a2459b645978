import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import { MiB, secondMs } from "@freehold/protocol/internal";
import type { Blobs } from "../../../blobs/blobs.ts";
import { program } from "../../../config/program.ts";
import { failed, ok, skipped, warning } from "../../../domain/check.ts";
import { msg, type Sentence } from "../../../errors/errors.ts";
import { sampleContents } from "../../../store/contents.ts";
import { findDamage, readEngine } from "../../../store/copies/inspect-database.ts";
import { readMigrationState } from "../../../store/migrate.ts";
import type { NodeCheck } from "../check-context.ts";
import { checkLeftovers } from "./leftovers.ts";
import { checkPictures } from "./pictures.ts";
import { checkStorage } from "./storage.ts";

const databaseMs = 30 * secondMs; // reading the whole database
const walBytes = 256_000_000; // a longer write-ahead log warns
const sampledContents = 20; // contents whose hash is checked
const sampledBytes = 64 * MiB; // contents whose hash is checked

export const databaseChecks: readonly NodeCheck[] = [
  {
    id: "database.opens",
    about: "Whether the database opens and can be read, and its version",
    fails: "it does not open, or its tables can't be read",
    beforeOwner: true,
    async run({ database, tableProblem }) {
      if ("problem" in database) return failed(database.problem, database.advice);
      const engine = await readEngine(database.db);
      if (tableProblem !== null) {
        return failed(
          msg`${engine} responds, but the node's tables can't be read.`,
          msg`Start the node once, which brings the tables up to date.`,
        );
      }
      return ok(msg`${engine} responds.`);
    },
  },
  {
    id: "database.migrations",
    about: "Whether the tables are those of this version",
    warns: "the node has not been started since an upgrade",
    fails: "a newer version has worked on them",
    needs: ["store"],
    async run({ store }) {
      const { done, pending, unknown } = await readMigrationState(store.db);
      if (unknown.length > 0) {
        return failed(
          msg`A newer version of Freehold has used this database: ${unknown.join(", ")}.`,
          msg`Start that version, or restore a backup from before the upgrade.`,
        );
      }
      if (pending.length > 0) {
        return warning(
          msg`The tables lack ${pending.join(", ")} of this version.`,
          msg`Start the node once: it brings them up to date.`,
        );
      }
      return ok(msg`The tables are those of this version (${done.at(-1)}).`);
    },
  },
  {
    id: "database.sound",
    about: "The database file as a whole (SQLite's `quick_check`, in a process of its own)",
    warns: "it takes longer than 30 s",
    fails: "something in it is broken",
    timeLimitMs: databaseMs + 5_000,
    async run({ config: { databaseUrl, dataDir }, signal }) {
      if (databaseUrl !== null) return skipped(msg`PostgreSQL checks its own files.`);
      if (!existsSync(join(dataDir, "freehold.sqlite"))) return skipped(msg`There is no database file.`);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(databaseMs)]);
      const damage = await findDamage(dataDir, limit);
      if (damage === null) {
        return warning(
          msg`Reading the whole database took longer than ${databaseMs / 1000} s.`,
          msg`Stop the node and run \`${program} doctor\` again.`,
        );
      }
      if (damage.length === 0) return ok(msg`The database file is intact.`);
      return failed(
        msg`The database file is damaged: ${damage.slice(0, 3).join("; ")}.`,
        msg`Stop the node, keep a copy of the data folder, and restore the last backup.`,
      );
    },
  },
  {
    id: "database.wal",
    about: "The length of SQLite's write-ahead log",
    warns: "it is longer than 256 MB: something keeps an old state of the database open",
    needs: ["store"],
    async run({ config: { databaseUrl, dataDir } }) {
      if (databaseUrl !== null) return skipped(msg`PostgreSQL manages its own log.`);
      const { size } = (await stat(join(dataDir, "freehold.sqlite-wal")).catch(() => null)) ?? { size: 0 };
      const finding = msg`The write-ahead log has ${Math.round(size / 1e6)} MB.`;
      return size > walBytes
        ? warning(finding, msg`Restart the node, and close other programs that have its database open.`)
        : ok(finding);
    },
  },
  {
    id: "database.contents",
    about: "A sample of 20 files, including the newest: whether the files are there and have their hashes",
    fails: "one is missing or has other bytes",
    needs: ["tables"],
    timeLimitMs: 30_000,
    async run({ store, blobs, signal }) {
      const bad: Sentence[] = [];
      let [checked, bytes] = [0, 0];
      for (const { hash, size } of await sampleContents(store.db, sampledContents)) {
        if (signal.aborted) break;
        if (checked > 0 && bytes + size > sampledBytes) continue;
        checked += 1;
        bytes += size;
        const problem = await findContentProblem(blobs, hash, size);
        if (problem) bad.push(problem);
      }
      if (checked === 0) return skipped(msg`There are no files yet.`);
      if (bad.length === 0) return ok(msg`The files of a sample (${checked}) are there, with their hashes.`);
      const summary = msg`Damaged or missing files in a sample: ${bad.length} of ${checked}.`;
      return failed(
        [...summary, ...bad.slice(0, 3).flat()],
        msg`Restore the files from a backup, and check the disk (SMART).`,
      );
    },
  },
  checkLeftovers,
  checkStorage,
  checkPictures,
];

async function findContentProblem(
  blobs: Pick<Blobs, "size" | "read">,
  hash: Hash,
  size: number,
): Promise<Sentence | null> {
  const found = await blobs.size(hash);
  if (found === null) return msg`${hash} is missing.`;
  if (found !== size) return msg`${hash} has ${found} bytes, not ${size}.`;
  const sum = createHash("sha256");
  for await (const chunk of blobs.read(hash)) sum.update(chunk);
  return `0x${sum.digest("hex")}` === hash ? null : msg`${hash} is damaged.`;
}

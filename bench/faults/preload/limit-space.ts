import type { FileHandle } from "node:fs/promises";
import fs from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

/** Bytes that can still be written to files; null for any number. */
let left: number | null = null;
const databases = new Set<WeakRef<DatabaseSync>>();
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  databases.add(new WeakRef(this));
  exec.call(this, sql);
};

{
  await using handle = await fs.open("/dev/null");
  const methods = Object.getPrototypeOf(handle) as { write: FileHandle["write"] };
  const { write } = methods;
  methods.write = async function (this: FileHandle, ...args: Parameters<typeof write>) {
    const bytes = Buffer.byteLength(args[0] as unknown as Uint8Array);
    if (left !== null && bytes > left) throw noSpace();
    if (left !== null) left -= bytes;
    return await write.apply(this, args);
  } as typeof write;
}

/**
 * A disk that fills up, without a right to make one: after a number of bytes a write to a file fails as the system would
 * fail it, and SQLite may grow by no page. Null: there is room again.
 */
export function limitSpace(bytes: number | null): void {
  left = bytes;
  for (const one of databases) {
    const database = one.deref();
    if (!database?.isOpen) continue;
    const { page_count: pages } = database.prepare("pragma page_count").get() as { page_count: number };
    exec.call(database, `pragma max_page_count = ${bytes === null ? 2 ** 31 : pages}`);
  }
}

function noSpace(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    errno: -28,
    syscall: "write",
  });
}

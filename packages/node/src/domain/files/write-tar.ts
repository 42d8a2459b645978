import { createWriteStream } from "node:fs";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Pack } from "tar-stream";
import { hasCode } from "../../errors/errors.ts";

/**
 * Writes a compressed tar file, readable for this user alone.
 *
 * @param options.flush whether the bytes are on the disk when this resolves
 * @param fill adds the entries
 * @throws the error of `fill`; ENOSPC for a full disk; the signal's reason
 */
export async function writeTar(
  path: string,
  options: { compressor: Transform; flush: boolean; signal?: AbortSignal | undefined },
  fill: (tar: Pack) => Promise<void>,
): Promise<void> {
  const { compressor, flush, signal } = options;
  const { pack } = await import("tar-stream");
  const tar = pack();
  const out = createWriteStream(path, { flags: "wx", mode: 0o600, flush });
  const written = pipeline(tar, compressor, out, signal ? { signal } : {});
  const filled = fill(tar).then(
    () => tar.finalize(),
    (error: unknown) => {
      tar.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  // Each ends the other when it fails: report the error that is the cause.
  const [filling, writing] = await Promise.allSettled([filled, written]);
  if (filling.status === "rejected" && (writing.status === "fulfilled" || isCause(filling.reason)))
    throw filling.reason;
  if (writing.status === "rejected") throw writing.reason;
}

function isCause(error: unknown): boolean {
  return hasCode(error, "BLOB_MISMATCH") || (error instanceof Error && "syscall" in error);
}

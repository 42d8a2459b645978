import type { Stats } from "node:fs";
import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { failed, ok, skipped, warning } from "../../../domain/check.ts";
import { msg } from "../../../errors/errors.ts";
import { type NodeCheck, watchMs } from "../check-context.ts";

const otherUsersMask = 0o077;

export const checkPermissions: NodeCheck = {
  id: "machine.permissions",
  watchedEveryMs: watchMs,
  about:
    "The users who can read the data folder and the key file, whether this process may write there, and whose files are in it",
  warns: "a file in it belongs to another user than the folder, as after a copy by root",
  fails: "the data folder can't be written, or other users of the machine can read it or the key file",
  async run({ config: { dataDir, keystore } }) {
    const found = await stat(dataDir).catch(() => null);
    if (!found) return skipped(msg`There is no folder ${dataDir} yet.`);
    const all = constants.R_OK | constants.W_OK | constants.X_OK;
    const refusal = await access(dataDir, all).catch((error: unknown) => error);
    if (refusal) {
      return failed(
        msg`This process can't write to ${dataDir}.`,
        msg`Run the node as the user that owns that folder, or change its owner (chown).`,
      );
    }
    const key = await stat(keystore).catch(() => null);
    if (process.platform !== "win32") {
      for (const [path, stats, mode] of [
        [dataDir, found, "700"],
        [keystore, key, "600"],
      ] as const) {
        if (!stats || (stats.mode & otherUsersMask) === 0) continue;
        return failed(
          msg`Other users of this machine can open ${path}.`,
          msg`Run \`chmod ${mode} ${path}\`.`,
        );
      }
    }
    const foreign = await findForeign(dataDir, found);
    if (foreign === null) return ok(msg`${dataDir} is accessible only to the node.`);
    return warning(
      msg`${foreign} belongs to another user than ${dataDir}: a node that runs as one of them can't change the other's files.`,
      msg`Run \`chown -R ${found.uid} ${dataDir}\` as root, where ${found.uid} is the user that runs the node.`,
    );
  },
};

/** @returns the first file or folder in the data folder that belongs to another user than the folder itself, or null */
async function findForeign(dataDir: string, { uid }: Stats): Promise<string | null> {
  for (const name of (await readdir(dataDir)).toSorted()) {
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => null);
    if (found && found.uid !== uid) return path;
  }
  return null;
}

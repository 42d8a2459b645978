import { access, constants, stat } from "node:fs/promises";
import { type Check, failed, ok, skipped } from "../check.ts";
import { say } from "../sentence.ts";

const forOthers = 0o077;

export const checkPermissions: Check = {
  id: "machine.permissions",
  area: "machine",
  about: "Who may read the data folder and the keystore, and whether this process may write there",
  warns: null,
  fails: "the data folder can't be written, or other users of the machine may read it or the keystore",
  needs: [],
  timeLimitMs: 5_000,
  async look({ config }) {
    const { dataDir, keystore } = config;
    if (!(await stat(dataDir).catch(() => null))) return skipped(say`There is no folder ${dataDir} yet.`);
    const mayWrite = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!mayWrite) {
      return failed(
        say`This process may not write into ${dataDir}.`,
        say`Run the node as the user whom that folder belongs to, or change its owner (chown).`,
      );
    }
    for (const [path, mode] of [
      [dataDir, "700"],
      [keystore, "600"],
    ] as const) {
      const facts = await stat(path).catch(() => null);
      if (facts && process.platform !== "win32" && (facts.mode & forOthers) !== 0) {
        return failed(
          say`Other users of this machine may open ${path}.`,
          say`Run \`chmod ${mode} ${path}\`.`,
        );
      }
    }
    return ok(say`${dataDir} belongs to the node alone.`);
  },
};

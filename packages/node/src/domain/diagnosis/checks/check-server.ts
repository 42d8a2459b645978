import { type Check, failed, ok, skipped } from "../check.ts";
import { say } from "../sentence.ts";

export const checkServer: Check = {
  id: "machine.server",
  area: "machine",
  about: "Whether the node's server answers on its own port of this machine",
  warns: null,
  fails: "nobody answers there, or another program or another data folder does",
  needs: ["tables", "probe"],
  timeLimitMs: 10_000,
  async look({ config, here }) {
    const place = `${config.host}:${config.port}`;
    switch (await here()) {
      case "running":
        return ok(say`The node runs and answers at ${place}.`);
      case "silent":
        return failed(
          say`Nobody answers at ${place}: the node is not running, so all that goes through it is skipped.`,
          say`Start it (\`freehold start\`), or give this command the settings that it was started with.`,
        );
      case "somebody-else":
        return failed(
          say`What answers at ${place} is not the node of ${config.dataDir}.`,
          say`Stop the other program, or set FREEHOLD_PORT or FREEHOLD_DATA to what this node was started with.`,
        );
      case "unknown":
        return skipped(
          say`Where the server listens is not known here: FREEHOLD_PORT is 0, or this is a worker.`,
        );
    }
  },
};

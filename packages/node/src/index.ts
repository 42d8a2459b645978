import "./modules.ts";
import { readConfig, readEnvironment } from "./config/config.ts";
import { createLog } from "./observability/log.ts";
import { startNode as start } from "./start.ts";

export { AppError } from "./errors/errors.ts";

/** A node that runs in this process. */
export interface StartedNode {
  /** The address on this machine; null for a node that only works on queues. */
  readonly address: { readonly url: string; readonly port: number } | null;
  /** Ends it: takes no new work, and finishes the current work within ten seconds. */
  stop(): Promise<void>;
}

/**
 * Starts a node in this process, as the command `freehold start` does.
 *
 * @param settings by their names in the environment, such as `FREEHOLD_PORT`; without them, the environment and `.env`
 * @throws AppError BAD_CONFIGURATION with all problems of the settings together; others where the data can't be used
 */
export async function startNode(
  settings: Readonly<Record<string, string | undefined>> = readEnvironment(),
): Promise<StartedNode> {
  const config = readConfig(settings);
  return await start(config, createLog(config));
}

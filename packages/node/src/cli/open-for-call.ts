import { AppError } from "../errors/errors.ts";
import { createLog } from "../observability/log.ts";
import { type OpenNode, openNode } from "../startup/open-node.ts";
import type { Call } from "./command.ts";

/** Opens the node's data for one command, beside a running server or without one. It logs errors only. */
export function openForCall({ config }: Pick<Call, "config">): Promise<OpenNode> {
  const { logLevel } = config;
  const isChatty = logLevel === null || logLevel === "info" || logLevel === "warn";
  const log = createLog({ logLevel: isChatty ? "error" : logLevel });
  return openNode(config, log).catch(explainOpening);
}

/**
 * Turns an error of the opening into an AppError. Plain errors have a message for the owner: a database that can't be
 * reached or is newer than this program.
 */
export function explainOpening(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  if (error.name === "Error" && !("syscall" in error)) throw new AppError("CANNOT_OPEN", error.message);
  throw error;
}

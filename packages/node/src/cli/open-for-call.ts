import { createLog } from "../log.ts";
import { type OpenNode, openNode } from "../open-node.ts";
import type { Call } from "./command.ts";

/**
 * Opens the node's data for one command, beside a running server or without one. What a server would log at leisure
 * is left out of a person's sight.
 */
export function openForCall({ config }: Pick<Call, "config">): Promise<OpenNode> {
  const isChatty = config.logLevel === "info" || config.logLevel === "warn";
  return openNode(config, createLog({ logLevel: isChatty ? "error" : config.logLevel }));
}

export { type Config, ConfigError, readConfig, readEnvironment } from "./config.ts";
export { createLog } from "./log.ts";
export { type RunningNode, startNode } from "./start.ts";

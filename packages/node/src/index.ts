export { type Config, readConfig, readEnvironment } from "./config.ts";
export { AppError } from "./errors.ts";
export { createLog } from "./log.ts";
export { type RunningNode, startNode } from "./start.ts";

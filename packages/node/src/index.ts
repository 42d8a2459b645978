export { type Config, readConfig, readEnvironment } from "./config/config.ts";
export { AppError } from "./errors/errors.ts";
export { createLog } from "./observability/log.ts";
export { type RunningNode, startNode } from "./start.ts";

import pino from "pino";
import type { Config } from "./config.ts";
import type { Log } from "./context.ts";

/**
 * Structured lines on standard error: standard output belongs to what a command prints. Headers and bodies are never
 * logged; what could carry a secret by mistake is cut out.
 */
export function createLog({ logLevel }: Pick<Config, "logLevel">): Log & pino.Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          "authorization",
          "cookie",
          "password",
          "privateKey",
          "*.authorization",
          "*.cookie",
          "*.password",
        ],
        remove: true,
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}

import { isatty } from "node:tty";
import pino from "pino";
import type { Config } from "../config/config.ts";
import type { Log } from "../context.ts";
import { createLineLimit, formatLine } from "./log-lines.ts";
import { presentError, scrubSecrets } from "./safe-text.ts";

/** Fields with these names are removed, at the top level and one level below. */
const secretNames = [
  ...["authorization", "cookie", "password", "privateKey", "secret", "token", "setupCode", "signature"],
  ...["p256dh", "auth", "body"],
];

type LogStream = Pick<pino.DestinationStream, "write">;

/**
 * Writes structured lines to standard error: JSON, or a readable form on a terminal. Headers and bodies are never logged;
 * what looks like a secret is removed, and each message is limited to some lines a minute. A terminal shows warnings and
 * errors only, unless a level is set: what a person has to know of a start is on standard output.
 *
 * @param stream replaces standard error; for tests
 */
export function createLog({ logLevel }: Pick<Config, "logLevel">, stream?: LogStream): Log & pino.Logger {
  const isAllowed = createLineLimit(({ level, message, repeated }) => {
    const name = pino.levels.labels[level] as pino.Level;
    // Another message, with a limit of its own.
    log[name]({ repeated }, `${message} (more of the same)`);
  });
  const log = pino(
    {
      level: logLevel ?? (stream === undefined && isatty(2) ? "warn" : "info"),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: presentError, error: presentError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), remove: true },
      hooks: {
        streamWrite: scrubSecrets,
        logMethod(args, method, level) {
          const [fields, message = fields] = args as unknown[];
          if (isAllowed(level, String(message))) method.apply(this, args);
        },
      },
    },
    stream ?? standardError(),
  );
  return log;
}

function standardError(): LogStream {
  const stream = pino.destination({ fd: 2, sync: false });
  return isatty(2) ? { write: (line) => stream.write(formatLine(line)) } : stream;
}

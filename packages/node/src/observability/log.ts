import { isatty } from "node:tty";
import pino from "pino";
import type { Config } from "../config/config.ts";
import type { Log } from "../context.ts";
import { createLineLimit, formatLine } from "./log-lines.ts";
import { presentError, scrubSecrets } from "./safe-text.ts";

/** Facts by these names are cut out, at the top and one step down. */
const secretNames = [
  ...["authorization", "cookie", "password", "privateKey", "secret", "token", "setupCode", "signature"],
  ...["p256dh", "auth", "body"],
];

interface LogStream {
  write(line: string): void;
}

/**
 * Structured lines on standard error, for standard output belongs to what a command prints: JSON, or on a terminal a form
 * for people. Headers and bodies are never logged; what could carry a secret by mistake is cut out, and of lines that say
 * the same no more than so many a minute are written.
 *
 * @param stream another place; for tests
 */
export function createLog({ logLevel }: Pick<Config, "logLevel">, stream?: LogStream): Log & pino.Logger {
  const isAllowed = createLineLimit(({ level, sentence, repeated }) => {
    const name = pino.levels.labels[level] as pino.Level;
    // Another sentence, with a minute of its own.
    log[name]({ repeated }, `${sentence} (more of the same)`);
  });
  const log = pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: presentError, error: presentError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), remove: true },
      hooks: {
        streamWrite: scrubSecrets,
        logMethod(args, method, level) {
          const [facts, sentence = facts] = args as unknown[];
          if (isAllowed(level, String(sentence))) method.apply(this, args);
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

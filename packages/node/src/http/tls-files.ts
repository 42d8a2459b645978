import { stat } from "node:fs/promises";
import type { Server } from "node:https";
import type { Log } from "../context.ts";
import { readTlsPair, type TlsFiles } from "../domain/settings/tls-pair.ts";

const lookMs = 30_000; // between two looks at the files of the certificate

/**
 * Serves a renewed certificate without a restart: looks at the files each 30 seconds until the server closes. Files that are
 * not a pair, as while they are being replaced, leave the old certificate in use; the log says so once.
 *
 * @returns `look`: looks at once
 */
export function renewCertificate(
  server: Pick<Server, "setSecureContext" | "once">,
  files: TlsFiles,
  log: Pick<Log, "info" | "error">,
): { look(): Promise<void> } {
  let seen: string | null = null;
  const look = async () => {
    const stamp = await stampOf(files);
    if (stamp === seen) return;
    const isFirst = seen === null;
    seen = stamp;
    try {
      const pair = readTlsPair(files);
      server.setSecureContext(pair);
      if (isFirst) return;
      log.info({ until: new Date(pair.validUntil).toISOString() }, "the certificate was loaded again");
    } catch (error) {
      log.error({ error }, "the files of the certificate can't be used, so the old certificate stays in use");
    }
  };
  const timer = setInterval(() => void look(), lookMs).unref();
  server.once("close", () => clearInterval(timer));
  return { look };
}

/** Differs when one of the files is replaced or changed; links are followed. */
async function stampOf({ cert, key }: TlsFiles): Promise<string> {
  const stamps = await Promise.all(
    [cert, key].map(async (path) => {
      const found = await stat(path).catch(() => null);
      return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join();
    }),
  );
  return stamps.join(" ");
}

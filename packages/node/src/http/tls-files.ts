import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Server } from "node:https";
import type { Config } from "../config/config.ts";
import type { Log } from "../context.ts";
import { formatEnglish, msg, type Sentence, untranslated } from "../domain/check.ts";
import { AppError } from "../errors/errors.ts";
import { explainSystemError } from "../errors/system-errors.ts";

const lookMs = 30_000; // between two looks at the files of the certificate

type TlsFiles = NonNullable<Config["tls"]>;

/** A certificate chain and its private key, as PEM. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
  /** The times of the first certificate of the chain, ms. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** SHA-256 of the first certificate of the chain, as `tls` shows it. */
  readonly fingerprint: string;
}

/** The files can't be used to serve HTTPS. */
export class TlsFilesError extends AppError {
  /** For other languages. */
  readonly parts: { readonly finding: Sentence; readonly advice: Sentence };

  constructor(finding: Sentence, advice: Sentence) {
    super("CANNOT_OPEN", formatEnglish(finding), { advice: formatEnglish(advice) });
    this.parts = { finding, advice };
  }
}

/**
 * Reads the certificate and the key that the node serves HTTPS with.
 *
 * @throws TlsFilesError with the cause and the advice: a file can't be read, is no PEM, or the two are not a pair
 */
export function readTlsPair(files: TlsFiles): TlsPair {
  const [cert, key] = [readText(files.cert), readText(files.key)];
  const certificate = parse(() => new X509Certificate(cert));
  if (!certificate) {
    throw new TlsFilesError(
      msg`FREEHOLD_TLS_CERT: there is no certificate in ${files.cert}.`,
      msg`Let it name a PEM file with the whole chain (certbot: fullchain.pem).`,
    );
  }
  const privateKey = parse(() => createPrivateKey(key));
  if (!privateKey) {
    throw new TlsFilesError(
      msg`FREEHOLD_TLS_KEY: there is no private key in ${files.key}, or one with a password.`,
      msg`Let it name a PEM file with the key, without a password (certbot: privkey.pem).`,
    );
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new TlsFilesError(
      msg`FREEHOLD_TLS_KEY: the key in ${files.key} belongs to another certificate than the one in ${files.cert}.`,
      msg`Let both settings name files of the same certificate (certbot: privkey.pem and fullchain.pem of one folder).`,
    );
  }
  const { validFromDate, validToDate, fingerprint256: fingerprint } = certificate;
  return { cert, key, validFrom: validFromDate.getTime(), validUntil: validToDate.getTime(), fingerprint };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { finding, advice } = explainSystemError(error) ?? { finding: String(error), advice: null };
    throw new TlsFilesError(
      msg`The certificate can't be read: ${finding}`,
      advice === null ? msg`Correct FREEHOLD_TLS_CERT and FREEHOLD_TLS_KEY.` : untranslated(advice),
    );
  }
}

function parse<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

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

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { AppError, msg, type Sentence, untranslated } from "../../errors/errors.ts";
import { explainSystemError } from "../../errors/system-errors.ts";

export type TlsFiles = NonNullable<Config["tls"]>;

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
  constructor(finding: Sentence, advice: Sentence) {
    super("CANNOT_OPEN", finding, { advice });
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
      msg`Set it to a PEM file with the whole chain (certbot: fullchain.pem).`,
    );
  }
  const privateKey = parse(() => createPrivateKey(key));
  if (!privateKey) {
    throw new TlsFilesError(
      msg`FREEHOLD_TLS_KEY: there is no private key in ${files.key}, or one with a password.`,
      msg`Set it to a PEM file with the key, without a password (certbot: privkey.pem).`,
    );
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new TlsFilesError(
      msg`FREEHOLD_TLS_KEY: the key in ${files.key} belongs to another certificate than the one in ${files.cert}.`,
      msg`Set both to files of the same certificate (certbot: privkey.pem and fullchain.pem of one folder).`,
    );
  }
  const { validFromDate, validToDate, fingerprint256: fingerprint } = certificate;
  return { cert, key, validFrom: validFromDate.getTime(), validUntil: validToDate.getTime(), fingerprint };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // That of a folder has no path.
    if (error instanceof Error && !("path" in error)) Object.assign(error, { path });
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

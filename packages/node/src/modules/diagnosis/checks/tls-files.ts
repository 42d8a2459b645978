import { secondMs } from "@freehold/protocol/internal";
import type { Config } from "../../../config/config.ts";
import { failed, ok, skipped, warning } from "../../../domain/check.ts";
import { readTlsPair, TlsFilesError, type TlsPair } from "../../../domain/settings/tls-pair.ts";
import { msg } from "../../../errors/errors.ts";
import { type NodeCheck, watchMs } from "../check-context.ts";
import { assessEnd } from "./certificate.ts";

const hereMs = 5 * secondMs; // a look at the certificate that the server shows

export const checkTlsFiles: NodeCheck = {
  id: "machine.certificate",
  watchedEveryMs: watchMs,
  about:
    "The files of FREEHOLD_TLS_CERT and FREEHOLD_TLS_KEY: whether they are a pair, until when, and whether the node serves them",
  warns: "the certificate expires soon, or the node still serves another one",
  fails: "they are not a pair of PEM files, or the certificate has expired or is about to",
  async run({ config, networkProbe, clock, signal }) {
    if (config.tls === null)
      return skipped(msg`FREEHOLD_TLS_CERT is not set, so the node itself does not serve HTTPS.`);
    const pair = findPair(config.tls);
    if (pair instanceof TlsFilesError) return failed(pair.parts.finding, pair.parts.advice);
    const problem = assessEnd(pair, clock.now());
    if (problem) return problem;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(hereMs)]);
    const served = config.port === 0 ? null : await networkProbe.fingerprintHere(limit).catch(() => null);
    if (served !== null && served !== pair.fingerprint) {
      return warning(
        msg`The server at ${config.host}:${config.port} shows another certificate than that of ${config.tls.cert}.`,
        msg`Wait a minute: the node checks its files every 30 seconds. If this stays, check the log of the node.`,
      );
    }
    const until = new Date(pair.validUntil).toISOString().slice(0, 10);
    return ok(
      served === null
        ? msg`The certificate and its key match and are valid until ${until}.`
        : msg`The certificate and its key match and are valid until ${until}, and the node serves them.`,
    );
  },
};

function findPair(files: NonNullable<Config["tls"]>): TlsPair | TlsFilesError {
  try {
    return readTlsPair(files);
  } catch (error) {
    if (error instanceof TlsFilesError) return error;
    throw error;
  }
}

/** Whether a server could serve with these settings. */
export function canServe({ tls }: Pick<Config, "tls">): boolean {
  return tls === null || !(findPair(tls) instanceof TlsFilesError);
}

import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/**
 * Whom to trust: the system's certificate authorities and, beside them, those of a file.
 *
 * @param peerCa path of a PEM file, or null
 * @throws an error in words when the file can't be read or holds no certificate
 */
export function readAuthorities(peerCa: string | null): SecureContext {
  if (peerCa === null) {
    return createSecureContext();
  }
  const text = readFileSync(peerCa, "utf8");
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new Error(`The file ${peerCa} holds no certificate in PEM form.`);
  }
  return createSecureContext({ ca: [...getCACertificates("default"), text] });
}

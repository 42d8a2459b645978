import "reflect-metadata";
import { KeyObject } from "node:crypto";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";

const day = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** PEM texts, as a TLS server takes them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * A self-signed certificate for a host, valid for a day: for a proxy that ends TLS before the peer, or a node configured
 * to trust it.
 */
export async function makeCertificate(host: string): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const type = /^[\d.]+$|:/.test(host) ? "ip" : "dns";
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type, value: host }])],
  });
  return { cert: certificate.toString("pem"), key: pemOfKey(keys.privateKey) };
}

export function pemOfKey(privateKey: CryptoKey): string {
  return KeyObject.from(privateKey).export({ type: "pkcs8", format: "pem" }).toString();
}

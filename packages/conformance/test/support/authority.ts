import "reflect-metadata";
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { type Certificate, pemOfKey } from "../../src/peer/serve-peer.ts";

const day = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** A temporary authority, and a certificate of it for localhost. */
export interface Authority {
  /** PEM */
  readonly ca: string;
  readonly certificate: Certificate;
}

export async function createAuthority(): Promise<Authority> {
  const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: "CN=Temporary authority",
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  const own = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    subject: "CN=localhost",
    issuer: authority.subject,
    signingAlgorithm: algorithm,
    publicKey: own.publicKey,
    signingKey: keys.privateKey,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  return {
    ca: authority.toString("pem"),
    certificate: { cert: certificate.toString("pem"), key: pemOfKey(own.privateKey) },
  };
}

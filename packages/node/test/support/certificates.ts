import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

const day = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** PEM texts, as `tls.createServer` takes them. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateAuthority {
  /** PEM: what a client must trust. */
  readonly certificate: string;
  /** A certificate for host names and IP addresses; valid from yesterday until tomorrow unless told otherwise. */
  issue(hosts: readonly string[], validity?: { from: Date; until: Date }): Promise<ServerCertificate>;
}

/** A throw-away authority: its key lives as long as this process. */
export async function createCertificateAuthority(
  name = "Throw-away authority",
): Promise<CertificateAuthority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return {
    certificate: authority.toString("pem"),
    issue: (hosts, validity) => issue(authority, keys.privateKey, hosts, validity),
  };
}

/** A certificate that nobody vouches for but itself. */
export async function createSelfSignedCertificate(hosts: readonly string[]): Promise<ServerCertificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${hosts[0]}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension(hosts.map(toGeneralName))],
  });
  return { cert: certificate.toString("pem"), key: await toPem(keys.privateKey) };
}

async function issue(
  authority: X509Certificate,
  signingKey: CryptoKey,
  hosts: readonly string[],
  validity = { from: new Date(Date.now() - day), until: new Date(Date.now() + day) },
): Promise<ServerCertificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${hosts[0]}`,
    issuer: authority.subject,
    notBefore: validity.from,
    notAfter: validity.until,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(hosts.map(toGeneralName)),
    ],
  });
  return { cert: certificate.toString("pem"), key: await toPem(keys.privateKey) };
}

function toGeneralName(host: string) {
  return /^[\d.]+$|:/.test(host)
    ? { type: "ip" as const, value: host }
    : { type: "dns" as const, value: host };
}

async function toPem(key: CryptoKey): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey("pkcs8", key));
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
}

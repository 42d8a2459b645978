/** Paths of PEM files: the authority that all nodes of a test trust, and a certificate of it for this machine. */
export interface CertificateFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** The settings, as environment variables, of a node on this machine that others on it reach by HTTPS. */
export function nodeSettings(
  { ca, cert, key }: CertificateFiles,
  { port, dataDir }: { port: number; dataDir: string },
): Record<string, string> {
  return {
    FREEHOLD_PORT: String(port),
    FREEHOLD_DATA: dataDir,
    FREEHOLD_URL: `https://localhost:${port}`,
    FREEHOLD_TLS_CERT: cert,
    FREEHOLD_TLS_KEY: key,
    FREEHOLD_PEER_CA: ca,
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
    FREEHOLD_RATE_LIMIT: "0",
    FREEHOLD_LOG_LEVEL: "fatal",
  };
}

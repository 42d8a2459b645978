import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Check } from "../../src/domain/check.ts";
import { installNode } from "../../src/domain/installation/install.ts";
import type { DiagnosisResult } from "../../src/modules/diagnosis/run-diagnosis.ts";
import { diagnoseRunning } from "../../src/modules/diagnosis/run-diagnosis.ts";
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type ServerCertificate,
} from "./certificates.ts";
import type { DatabaseName } from "./databases.ts";
import { type ProxyFaults, startProxy } from "./faulty-proxy.ts";
import { freePort } from "./free-port.ts";
import type { TestNetwork, TestNode } from "./test-network.ts";
import type { TestServer } from "./tls-server.ts";

const dayMs = 24 * 60 * 60_000;

export interface ProxiedNodeOptions {
  faults?: ProxyFaults;
  settings?: Record<string, string>;
  /** The proxy's certificate; a good one for 90 days by default. */
  certify?: (authority: CertificateAuthority) => Promise<ServerCertificate>;
  /** The address that other nodes know, when it is not the proxy's. */
  url?: string;
  install?: boolean;
  database?: DatabaseName;
  /** 64 hex digits. */
  privateKey?: string;
}

/** A node that speaks plain HTTP on loopback, with a proxy in front that others know. */
export interface ProxiedNode {
  readonly node: TestNode;
  readonly proxy: TestServer;
  readonly url: string;
  /** With the authorities of the network and of the proxy, PEM: what nodes need that speak with this one. */
  readonly authorityFile: string;
  diagnose(): Promise<DiagnosisResult[]>;
}

export async function startProxiedNode(
  network: TestNetwork,
  resources: AsyncDisposableStack,
  options: ProxiedNodeOptions = {},
): Promise<ProxiedNode> {
  const { faults, settings, certify, url: known, install = true, database, privateKey } = options;
  const authority = await createCertificateAuthority("Authority of the proxy");
  const certificate = await (certify ?? certifyWell)(authority);
  const port = await freePort();
  const proxy = resources.use(await startProxy(certificate, port, faults));
  const url = known ?? proxy.url("").replace(/\/$/, "");
  const authorityFile = join(network.authorityFile, `../authorities-${port}.pem`);
  await writeFile(authorityFile, `${network.authority}\n${authority.certificate}`);
  const node = await network.start({
    port,
    install: false,
    ...(database && { database }),
    ...(privateKey && { privateKey }),
    settings: {
      FREEHOLD_URL: url,
      FREEHOLD_TLS_CERT: "",
      FREEHOLD_TLS_KEY: "",
      FREEHOLD_PEER_CA: authorityFile,
      FREEHOLD_TRUST_PROXY: "1",
      FREEHOLD_MAX_CONTENT_BYTES: String(12 * 1024 * 1024),
      ...settings,
    },
  });
  if (install) {
    const about = { avatar: "", address: node.signer.address, url, title: "Behind a proxy", description: "" };
    const given = { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" };
    const timestamp = Math.floor(Date.now() / 1000);
    await installNode(
      node.running.context,
      node.signer.sign("DATA", { node: about, settings: given, timestamp }),
    );
  }
  return { node, proxy, url, authorityFile, diagnose: () => diagnoseRunning(node.running.context) };
}

/** For localhost, and longer than any warning. */
function certifyWell(authority: CertificateAuthority): Promise<ServerCertificate> {
  return authority.issue(["localhost"], {
    from: new Date(Date.now() - dayMs),
    until: new Date(Date.now() + 90 * dayMs),
  });
}

/** The line of one check. */
export function resultOf(lines: readonly DiagnosisResult[], id: Check["id"]): DiagnosisResult {
  const line = lines.find((one) => one.id === id);
  if (!line) throw new Error(`There is no check ${id}.`);
  return line;
}

/** What is not in order: states by name. */
export function troubles(lines: readonly DiagnosisResult[]): Record<string, string> {
  const bad = lines.filter(({ state }) => state === "failed" || state === "warning");
  return Object.fromEntries(bad.map(({ id, state }) => [id, state]));
}

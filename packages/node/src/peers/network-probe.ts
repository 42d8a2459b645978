import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "./address-policy.ts";
import { type AnswerHere, callHere } from "./call-here.ts";
import { createFindAlias, type FindAlias, type FoundAddresses, findAddresses } from "./find-addresses.ts";
import { inspectCertificate, type ServedCertificate } from "./inspect-certificate.ts";
import { readAuthorities } from "./read-authorities.ts";
import { createNameResolver, type NameResolver } from "./resolve-name.ts";

/** How this node looks to itself on the network: for finding out what is wrong on the way to it. */
export interface NetworkProbe extends Disposable {
  findAddresses(host: string): Promise<FoundAddresses>;
  /** @throws AppError of `notAllowed`, or an error of connection and handshake with its `code` */
  inspectCertificate(
    target: { host: string; address: string; port: number },
    signal: AbortSignal,
  ): Promise<ServedCertificate>;
  /** Asks the server on its own port. @throws an error of the connection with its `code` */
  callHere(path: string, signal: AbortSignal): Promise<AnswerHere>;
  /** Whether other nodes would connect to this address, as far as this one judges. */
  isAllowedAddress(address: string): boolean;
}

/** The network's edge, which tests stand in for. */
export interface NetworkProbeEdges {
  resolver?: NameResolver;
  findAlias?: FindAlias;
}

/** @throws an error in words when the file of `peerCa` can't be read or holds no certificate */
export function createNetworkProbe(
  config: Pick<Config, "allowPrivatePeers" | "peerCa" | "peerPorts" | "host" | "port" | "tls">,
  edges: NetworkProbeEdges = {},
): NetworkProbe {
  const resolver = edges.resolver ?? createNameResolver({ preferSystem: config.allowPrivatePeers });
  const findAlias = edges.findAlias ?? createFindAlias();
  const guard = {
    isAllowedAddress: config.allowPrivatePeers ? () => true : isGlobalUnicast,
    ports: config.peerPorts,
    resolver,
    secureContext: readAuthorities(config.peerCa),
  };
  return {
    findAddresses: (host) => findAddresses(host, { resolver, findAlias }),
    inspectCertificate: (target, signal) => inspectCertificate(target, guard, signal),
    callHere: (path, signal) => callHere(config, path, signal),
    isAllowedAddress: guard.isAllowedAddress,
    [Symbol.dispose]: () => resolver.cancel(),
  };
}

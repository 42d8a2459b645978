import { type ParsedProfile, PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, type FollowObstacle } from "../../errors.ts";

/** Reads a node's profile for the owner. Throws AppError PEER_FAILED, in words, when there is none to read. */
export async function readNode({ peers }: Pick<Context, "peers">, url: string): Promise<ParsedProfile> {
  try {
    return await peers.at(url).profile();
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    throw new AppError("PEER_FAILED", `No profile could be read from ${nameHost(url)}: ${error.message}`, {
      cause: error,
      reason: obstacleOf(error),
    });
  }
}

function obstacleOf({ kind, code }: PeerError): FollowObstacle {
  if (kind === "timeout") return "NO_ANSWER";
  if (kind !== "unreachable") return "NO_NODE";
  if (/_NOT_ALLOWED$/.test(code ?? "")) return "ADDRESS_NOT_ALLOWED";
  return /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^EPROTO$/.test(code ?? "") ? "BAD_CERTIFICATE" : "UNREACHABLE";
}

/** What a sentence calls a node that somebody named: an error repeats little of what was sent. */
export function nameHost(url: string): string {
  const host = URL.parse(url)?.host ?? "";
  return host.length > 100 ? `${host.slice(0, 100)}…` : host;
}

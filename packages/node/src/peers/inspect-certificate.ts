import { isIP } from "node:net";
import { checkServerIdentity, connect, type TLSSocket } from "node:tls";
import { connectSocket } from "./connect-socket.ts";
import type { GuardOptions } from "./guarded-connector.ts";

/** What a server shows of itself in a TLS handshake. Nothing is believed of it. */
export interface ServedCertificate {
  /** `TLSv1.3` */
  readonly version: string;
  /** Of OpenSSL, such as UNABLE_TO_VERIFY_LEAF_SIGNATURE; null for a chain that leads to somebody who is trusted. */
  readonly chainProblem: string | null;
  /** Whether the certificate is for the host that was asked for. */
  readonly isForHost: boolean;
  /** Milliseconds of the Unix epoch. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** Whom it was issued by, as it says itself; empty when it does not. */
  readonly issuer: string;
}

/** What is wrong with the certificate rather than with its chain; `isForHost` and the times tell it. */
const notOfTheChain: ReadonlySet<string> = new Set([
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
]);

/**
 * Shakes hands with a server and looks at its certificate, whatever is wrong with it, under the guard of all calls.
 * Nothing is sent and nothing is read.
 *
 * @param target one of the addresses of the host, which is named in the handshake
 * @throws AppError of `notAllowed`, or an error of connection and handshake with its `code`
 */
export async function inspectCertificate(
  target: { host: string; address: string; port: number },
  guard: Pick<GuardOptions, "isAllowedAddress" | "ports" | "resolver" | "secureContext">,
  signal: AbortSignal,
): Promise<ServedCertificate> {
  const { host, address, port } = target;
  const socket = await connectSocket({ host: address, port }, guard, signal);
  const secure = connect({
    socket,
    ...(isIP(host) === 0 && { servername: host }),
    ...(guard.secureContext && { secureContext: guard.secureContext }),
    // It is looked at here: what is wrong with it is the answer.
    rejectUnauthorized: false,
  });
  const giveUp = () => secure.destroy(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      secure.once("secureConnect", resolve);
      secure.once("error", reject);
      secure.once("close", () => reject(Object.assign(new Error("It hung up."), { code: "ECONNRESET" })));
    });
    return describe(secure, host);
  } finally {
    signal.removeEventListener("abort", giveUp);
    secure.on("error", () => {}).destroy();
  }
}

function describe(socket: TLSSocket, host: string): ServedCertificate {
  const certificate = socket.getPeerCertificate();
  const problem: unknown = socket.authorizationError ?? null;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : problem;
  return {
    version: socket.getProtocol() ?? "",
    chainProblem: typeof code === "string" && !notOfTheChain.has(code) ? code : null,
    isForHost: checkServerIdentity(host, certificate) === undefined,
    validFrom: Date.parse(certificate.valid_from),
    validUntil: Date.parse(certificate.valid_to),
    issuer: [certificate.issuer?.O ?? certificate.issuer?.CN ?? ""].flat().join(", "),
  };
}

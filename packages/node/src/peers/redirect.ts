import { PeerError } from "@freehold/protocol";

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return statuses.has(status);
}

/**
 * The URL of a call.
 * @throws PeerError unreachable for anything but https without credentials (decisions 8)
 */
export function parseTarget(text: string): URL {
  const url = toTarget(text, undefined);
  if (url === null) {
    throw new PeerError("unreachable", "Between nodes only https URLs count.", {
      code: "SCHEME_NOT_ALLOWED",
    });
  }
  return url;
}

/**
 * Where a redirect leads. The address is checked where the connection is made, like every other.
 * @throws PeerError bad-reply for anything but https without credentials
 */
export function nextTarget(location: string | string[] | undefined, from: URL): URL {
  const url = typeof location === "string" ? toTarget(location, from) : null;
  if (url === null) {
    throw new PeerError("bad-reply", "The peer redirects to what is no https URL.", { code: "BAD_REDIRECT" });
  }
  return url;
}

function toTarget(text: string, base: URL | undefined): URL | null {
  const url = URL.parse(text, base);
  const isTarget = url?.protocol === "https:" && url.username === "" && url.password === "";
  return isTarget ? url : null;
}

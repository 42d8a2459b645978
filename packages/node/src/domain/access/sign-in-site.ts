import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Profile } from "../../store/profiles.ts";

/** The page on which somebody signs in, as EIP-4361 names it. */
export interface SignInSite {
  /** Host, and port where it is not the usual one: what a browser calls `location.host`. */
  readonly domain: string;
  /** An address on that host. */
  readonly uri: string;
  /** The origin under which a browser on this machine reached the node directly; null or absent for every other request. */
  readonly localOrigin?: string | null;
}

/**
 * Whether this is a page of this node's: on its public address, on the one that the configuration names, or on the node's
 * own port for a browser on this machine. Were any other taken, be it another port of this machine, its page could have the
 * owner sign for its own name, which no wallet warns of, and bring the signature here.
 *
 * @throws AppError VALIDATION_FAILED when the two don't fit together, FORBIDDEN for another site
 */
export function checkSignInSite(
  { config }: Pick<Context, "config">,
  own: Pick<Profile, "url">,
  { domain, uri, localOrigin = null }: SignInSite,
): Pick<SignInSite, "domain" | "uri"> {
  const page = uri.length <= 2_048 ? URL.parse(uri) : null;
  const isPage = page?.protocol === "https:" || page?.protocol === "http:";
  if (!page || !isPage || page.username || page.password || page.host !== domain.toLowerCase()) {
    throw new AppError("VALIDATION_FAILED", "Domain and URI must be those of one page.");
  }
  const origins = [own.url, config.url].map((url) => (url === null ? null : URL.parse(url)?.origin));
  if (![...origins, localOrigin].includes(page.origin)) {
    throw new AppError("FORBIDDEN", `This is not the node's own address. Sign in at ${own.url}.`);
  }
  return { domain: page.host, uri: page.href };
}

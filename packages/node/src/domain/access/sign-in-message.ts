import { createHash, randomBytes } from "node:crypto";
import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Profile } from "../../store/profiles.ts";
import { requireOwner } from "../profile/owner.ts";
import { accessLimits } from "./access-limits.ts";
import { keepNonce } from "./nonces.ts";

/**
 * The message that the owner signs to get a session: Sign-In with Ethereum (EIP-4361) with a new nonce. It is valid for five
 * minutes and for one sign-in; over a limit, the oldest unused message is deleted (decisions 7).
 *
 * @param request `ip` limits the messages of one client; null or absent where it is unknown
 * @returns the message, and when it expires (ISO 8601 UTC)
 * @throws AppError VALIDATION_FAILED, FORBIDDEN for another address than the owner's or another site than this
 *   node's, NOT_INSTALLED
 */
export async function readSignInMessage(
  context: Pick<Context, "store" | "clock" | "config" | "owner">,
  {
    address: text,
    ip = null,
    ...page
  }: SignInSite & { readonly address: string; readonly ip?: string | null },
): Promise<{ message: string; expiresAt: string }> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const site = checkSignInSite(context, own, page);
  const address = checkAddress(text, own.address);
  const createdAt = clock.now();
  const expiresAt = createdAt + accessLimits.signInMs;
  const message = writeMessage(site, address, createdAt, expiresAt);
  await keepNonce(
    store,
    { messageHash: hashSignInMessage(message), ...site, address, createdAt, expiresAt },
    ip,
  );
  return { message, expiresAt: new Date(expiresAt).toISOString() };
}

function checkAddress(text: string, owner: Address): Address {
  const address = parseAddress(text);
  if (address === null) {
    throw new AppError("VALIDATION_FAILED", "This is not an Ethereum address.");
  }
  if (address !== owner) {
    throw new AppError("FORBIDDEN", `Only this node's owner, ${owner}, signs in here.`);
  }
  return address;
}

/** Exactly as in EIP-4361: wallets parse it, and show its parts to the owner. */
function writeMessage(site: SignInSite, address: Address, issuedAt: number, expiresAt: number): string {
  return [
    `${site.domain} wants you to sign in with your Ethereum account:`,
    address,
    "",
    "Sign in to this Freehold node as its owner.",
    "",
    `URI: ${site.uri}`,
    "Version: 1",
    "Chain ID: 1",
    `Nonce: ${randomBytes(16).toString("hex")}`,
    `Issued At: ${new Date(issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(expiresAt).toISOString()}`,
  ].join("\n");
}

/** The page on which somebody signs in, as EIP-4361 names it. */
export interface SignInSite {
  /** The host, and the port where it is not the default: `location.host` in a browser. */
  readonly domain: string;
  /** An address on that host. */
  readonly uri: string;
  /** The origin under which a browser on this machine reached the node directly; null or absent for every other request. */
  readonly localOrigin?: string | null;
}

/**
 * Checks that a page is this node's: at its public URL, at the URL in the configuration, or at the node's own port for a
 * browser on this machine. Otherwise another page could let the owner sign for that page's host, without a warning of the
 * wallet, and use the signature here.
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

/** Identifies a message: only a message that this node created, with its nonce, has a stored hash. */
export function hashSignInMessage(message: string): string {
  return createHash("sha256").update(message).digest("hex");
}

import { createHash, randomBytes } from "node:crypto";
import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Profile } from "../../store/profiles.ts";
import { addSignInNonce } from "../../store/sign-in-nonces.ts";
import { requireOwner } from "../profile/owner.ts";
import { accessLimits } from "./access-limits.ts";
import { hashClientAddress } from "./callers.ts";

export interface SignInRequest extends SignInSite {
  readonly address: string;
  /** Who asks, so that one of them alone can't use up the room that all have; null or absent where it is not known. */
  readonly ip?: string | null;
}

/**
 * The message that the owner signs to get a session: Sign-In with Ethereum (EIP-4361) with a nonce of its own. It is
 * good for five minutes and for one sign-in; of what was asked for and not used the oldest goes (decisions 7).
 *
 * @returns the message, and until when it is good (ISO 8601 UTC)
 * @throws AppError VALIDATION_FAILED, FORBIDDEN for another address than the owner's or another site than this
 *   node's, NOT_INSTALLED
 */
export async function readSignInMessage(
  context: Pick<Context, "store" | "clock" | "config" | "owner">,
  { address: text, ip = null, ...page }: SignInRequest,
): Promise<{ message: string; expiresAt: string }> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const site = checkSignInSite(context, own, page);
  const address = checkAddress(text, own.address);
  const createdAt = clock.now();
  const expiresAt = createdAt + accessLimits.signInMs;
  const message = writeMessage(site, address, createdAt, expiresAt);
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "sign-in");
    const client = await hashClientAddress(tx, ip);
    const nonce = { messageHash: hashSignInMessage(message), ...site, address, client, createdAt, expiresAt };
    await addSignInNonce(tx, nonce, {
      perClient: accessLimits.signInsPerClient,
      inAll: accessLimits.signIns,
    });
  });
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

/** EIP-4361, to the letter: wallets read it, and show the owner what is in it. */
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

/** By this a message is known again: it must be the very one that was given out, the nonce and all. */
export function hashSignInMessage(message: string): string {
  return createHash("sha256").update(message).digest("hex");
}

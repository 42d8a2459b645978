import { randomBytes } from "node:crypto";
import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import { requireOwner } from "../profile/owner.ts";
import { accessLimits } from "./access-limits.ts";
import { isSeal, seal } from "./nonces.ts";

/**
 * The message that the owner signs to get a session: Sign-In with Ethereum (EIP-4361) with a new nonce. It is valid for five
 * minutes and for one sign-in (decisions 7). Nothing is stored.
 *
 * @returns the message, and when it expires (ISO 8601 UTC)
 * @throws AppError VALIDATION_FAILED, FORBIDDEN for another address than the owner's or another site than this
 *   node's, NOT_INSTALLED
 */
export async function readSignInMessage(
  context: Pick<Context, "store" | "clock" | "config" | "owner">,
  { address: text, ...page }: SignInSite & { readonly address: string },
): Promise<{ message: string; expiresAt: string }> {
  const own = await requireOwner(context);
  const site = checkSignInSite(context, own, page);
  const address = checkAddress(text, own.address);
  const issuedAt = context.clock.now();
  const nonce = randomBytes(nonceBytes - sealBytes).toString("hex");
  const write = (text: string) => writeMessage({ ...site, address, issuedAt }, text).join("\n");
  const sealed = await seal(context, "sign-in", write(nonce));
  return {
    message: write(nonce + Buffer.from(sealed).toString("hex", 0, sealBytes)),
    expiresAt: new Date(issuedAt + accessLimits.signInMs).toISOString(),
  };
}

// The parts of a nonce. Random bytes, and the seal of the message that has these alone as its nonce.
const nonceBytes = 16;
const sealBytes = 10;

function checkAddress(text: string, owner: Address): Address {
  const address = parseAddress(text);
  if (address === null) {
    throw new AppError("VALIDATION_FAILED", "This is not an Ethereum address.");
  }
  if (address !== owner) {
    throw new AppError("FORBIDDEN", msg`Only this node's owner, ${owner}, signs in here.`);
  }
  return address;
}

const greeting = " wants you to sign in with your Ethereum account:";

/** The fields of a message. The time is in ms. */
interface WrittenMessage extends Pick<SignInSite, "domain" | "uri"> {
  readonly address: string;
  readonly issuedAt: number;
}

/** Exactly as in EIP-4361: wallets parse it, and show its parts to the owner. */
function writeMessage({ domain, uri, address, issuedAt }: WrittenMessage, nonce: string): string[] {
  return [
    `${domain}${greeting}`,
    address,
    "",
    "Sign in to this Freehold node as its owner.",
    "",
    `URI: ${uri}`,
    "Version: 1",
    "Chain ID: 1",
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(issuedAt + accessLimits.signInMs).toISOString()}`,
  ];
}

/**
 * Reads a message that this node wrote.
 *
 * @returns null for every other text, also one with a letter more
 */
export async function openSignInMessage(
  context: Pick<Context, "store">,
  message: string,
): Promise<WrittenMessage | null> {
  const [first = "", address = "", , , , uri = "", , , line = "", time = ""] = message.split("\n");
  const [, random, sealed = ""] = /^Nonce: ([0-9a-f]{12})([0-9a-f]{20})$/.exec(line) ?? [];
  if (random === undefined) return null;
  const unsealed = message.replace(line, `Nonce: ${random}`);
  if (!(await isSeal(context, Buffer.from(sealed, "hex"), "sign-in", unsealed))) return null;
  // From here on it is this node's own text.
  return {
    domain: first.slice(0, -greeting.length),
    address,
    uri: uri.slice("URI: ".length),
    issuedAt: Date.parse(time.slice("Issued At: ".length)),
  };
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
    throw new AppError("VALIDATION_FAILED", "Domain and URI must belong to the same page.");
  }
  const origins = [own.url, config.url].map((url) => (url === null ? null : URL.parse(url)?.origin));
  if (![...origins, localOrigin].includes(page.origin)) {
    throw new AppError("FORBIDDEN", msg`This is not the address of this site. Sign in at ${own.url}.`);
  }
  return { domain: page.host, uri: page.href };
}

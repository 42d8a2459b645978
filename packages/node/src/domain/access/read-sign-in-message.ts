import { randomBytes } from "node:crypto";
import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { addSignInNonce } from "../../store/sign-in-nonces.ts";
import { nameClient } from "../comments/name-client.ts";
import { requireOwner } from "../installation/owner.ts";
import { accessLimits } from "./access-limits.ts";
import { hashSignInMessage } from "./hash-sign-in-message.ts";
import { checkSignInSite, type SignInSite } from "./sign-in-site.ts";

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
  context: Pick<Context, "store" | "clock" | "config">,
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
    const client = await nameClient(tx, ip);
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

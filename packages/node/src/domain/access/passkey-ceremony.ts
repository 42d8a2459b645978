import { createHash, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Address } from "@freehold/protocol";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Profile } from "../../store/profiles.ts";
import { accessLimits } from "./access-limits.ts";
import { checkNonce, keepNonce } from "./nonces.ts";
import { checkSignInSite, type SignInSite } from "./sign-in-message.ts";

/** What a challenge is for; one for the one is refused for the other. */
type Purpose = "passkey-create" | "passkey-use";

/** The page on which a passkey is made or used. */
export interface PasskeySite extends Pick<SignInSite, "domain" | "uri"> {
  /** The address of whose passkeys these are. */
  readonly address: Address;
  /** The relying party (WebAuthn): the page's host name. */
  readonly rpId: string;
  /** As browsers compare it. */
  readonly origin: string;
}

/** @throws AppError VALIDATION_FAILED for a page without a host name; FORBIDDEN for one that is not this node's */
export function readPasskeySite(
  context: Pick<Context, "config">,
  own: Pick<Profile, "address" | "url">,
  page: SignInSite,
): PasskeySite {
  const { domain, uri } = checkSignInSite(context, own, page);
  const { hostname, origin } = new URL(uri);
  if (isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0) {
    throw new AppError("VALIDATION_FAILED", "Passkeys need a host name; this page has an IP address.");
  }
  return { address: own.address, domain, uri, rpId: hostname, origin };
}

/** A new challenge: for one use, five minutes, at this page. @param ip limits those of one client */
export async function createChallenge(
  { store, clock }: Pick<Context, "store" | "clock">,
  purpose: Purpose,
  { address, domain, uri }: PasskeySite,
  ip: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(randomBytes(32));
  const messageHash = keyOf(purpose, Buffer.from(bytes).toString("base64url"));
  const createdAt = clock.now();
  const expiresAt = createdAt + accessLimits.signInMs;
  await keepNonce(store, { messageHash, address, domain, uri, createdAt, expiresAt }, ip);
  return bytes;
}

/**
 * Finds the challenge that an authenticator answered.
 *
 * @returns it, and the `key` under which it is kept until it is used
 * @throws AppError INVALID_SIGNATURE, EXPIRED_SIGNATURE
 */
export async function checkChallenge(
  context: Pick<Context, "store" | "clock">,
  purpose: Purpose,
  site: PasskeySite,
  clientDataJSON: string,
): Promise<{ challenge: string; key: string }> {
  const challenge = readChallenge(clientDataJSON);
  const key = keyOf(purpose, challenge);
  const state = await checkNonce(context, key, site);
  if (state === "good") return { challenge, key };
  if (state === "expired") {
    throw new AppError("EXPIRED_SIGNATURE", "It took too long to use the passkey. Try again.");
  }
  throw badPasskey();
}

/** Never the hash of a text that a wallet may sign: who signs a challenge must not be signed in by it. */
const keyOf = (purpose: Purpose, challenge: string) =>
  `${purpose}:${createHash("sha256").update(challenge).digest("hex")}`;

function readChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    if (typeof challenge === "string") return challenge;
  } catch {
    // Not JSON.
  }
  throw badPasskey();
}

/** One error for everything that is wrong, so that it does not tell whether a passkey is known. */
export function badPasskey(): AppError {
  return new AppError("INVALID_SIGNATURE", "This passkey is not good here, or its request was used already.");
}

const bytes = z.base64url().min(1).max(accessLimits.passkeyAnswerLength);
const credential = { id: bytes, rawId: bytes, type: z.literal("public-key") };
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const created = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.enum(transports)).max(transports.length).catch([]),
  }),
});

const used = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

/** What `navigator.credentials.create` made, as its `toJSON`. @throws AppError INVALID_SIGNATURE */
export function parseCreated(json: unknown): RegistrationResponseJSON {
  return parseAnswer(created, json);
}

/** What `navigator.credentials.get` made, as its `toJSON`. @throws AppError INVALID_SIGNATURE */
export function parseUsed(json: unknown): AuthenticationResponseJSON {
  return parseAnswer(used, json);
}

function parseAnswer<T>(shape: z.ZodType<T>, json: unknown): T & { clientExtensionResults: object } {
  const { data } = shape.safeParse(json);
  if (data === undefined) throw badPasskey();
  return { ...data, clientExtensionResults: {} };
}

import { createHash, randomFillSync } from "node:crypto";
import { isIP } from "node:net";
import type { Address } from "@freehold/protocol";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { accessLimits } from "../../domain/access/access-limits.ts";
import { isInTime, isSeal, type Purpose, seal } from "../../domain/access/nonces.ts";
import { checkSignInSite, type SignInSite } from "../../domain/access/sign-in-message.ts";
import { AppError } from "../../errors/errors.ts";
import type { Profile } from "../../store/peers/profiles.ts";

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

const timeBytes = 6;
const sealedBytes = 16;
const challengeBytes = 32;

/** A new challenge: for one use, five minutes, at this page. */
export async function createChallenge(
  { store, clock }: Pick<Context, "store" | "clock">,
  purpose: Purpose,
  site: PasskeySite,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.alloc(challengeBytes);
  bytes.writeUIntBE(clock.now(), 0, timeBytes);
  randomFillSync(bytes, timeBytes, sealedBytes - timeBytes);
  bytes.set((await seal({ store }, purpose, sealedText(site, bytes))).subarray(0, sealedBytes), sealedBytes);
  return Uint8Array.from(bytes);
}

function sealedText({ address, domain, uri }: PasskeySite, challenge: Buffer): string {
  return [address, domain, uri, challenge.toString("hex", 0, sealedBytes)].join("\n");
}

/**
 * Reads the challenge that an authenticator answered, and checks that this node gave it out, for this and for this page.
 *
 * @returns it, and the `key` under which it is noted when it is used
 * @throws AppError INVALID_SIGNATURE, EXPIRED_SIGNATURE
 */
export async function checkChallenge(
  context: Pick<Context, "store" | "clock">,
  purpose: Purpose,
  site: PasskeySite,
  clientDataJSON: string,
): Promise<{ challenge: string; key: string }> {
  const challenge = readChallenge(clientDataJSON);
  const bytes = Buffer.from(challenge, "base64url");
  // One challenge has one spelling, or it could be used once in each.
  if (bytes.length !== challengeBytes || bytes.toString("base64url") !== challenge) throw badPasskey();
  if (!(await isSeal(context, bytes.subarray(sealedBytes), purpose, sealedText(site, bytes))))
    throw badPasskey();
  if (isInTime(context, bytes.readUIntBE(0, timeBytes))) return { challenge, key: keyOf(purpose, challenge) };
  throw new AppError("EXPIRED_SIGNATURE", "It took too long to use the passkey. Try again.");
}

/** Never the hash of a text that a wallet may sign, or its signature would sign somebody in. */
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
  return new AppError(
    "INVALID_SIGNATURE",
    "This passkey can't sign in here, or its request was already used.",
  );
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

/** The result of `navigator.credentials.create`, as its `toJSON` makes it. @throws AppError INVALID_SIGNATURE */
export function parseCreated(json: unknown): RegistrationResponseJSON {
  return parseAnswer(created, json);
}

/** The result of `navigator.credentials.get`, as its `toJSON` makes it. @throws AppError INVALID_SIGNATURE */
export function parseUsed(json: unknown): AuthenticationResponseJSON {
  return parseAnswer(used, json);
}

function parseAnswer<T>(shape: z.ZodType<T>, json: unknown): T & { clientExtensionResults: object } {
  const { data } = shape.safeParse(json);
  if (data === undefined) throw badPasskey();
  return { ...data, clientExtensionResults: {} };
}

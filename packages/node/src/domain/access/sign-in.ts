import { createHash } from "node:crypto";
import { recoverPersonalSigner } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { services } from "../../services.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { readMeta } from "../../store/meta.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import {
  addToken,
  deleteExpiredTokens,
  deleteIdleTokens,
  deleteToken,
  endTokenAt,
} from "../../store/tokens.ts";
import { useSignIn } from "../../store/used-sign-ins.ts";
import { requireOwner } from "../profile/owner.ts";
import { accessLimits } from "./access-limits.ts";
import type { Caller } from "./callers.ts";
import { isInTime } from "./nonces.ts";
import { checkSignInSite, openSignInMessage, type SignInSite } from "./sign-in-message.ts";
import { makeToken } from "./tokens.ts";

const messageLength = 8_192; // a signed sign-in message

type Needs = Pick<Context, "store" | "clock" | "config" | "recover" | "log" | "owner">;

export interface SignedSignIn extends SignInSite {
  /** From `readSignInMessage`. */
  readonly message: string;
  /** The wallet's `personal_sign` over it (EIP-191), 65 bytes in hex. */
  readonly signature: string;
  readonly device?: SignInDevice;
}

/** The device on which the owner signs in. */
export interface SignInDevice {
  /** The client's User-Agent, which labels the session. */
  readonly agent?: string | null;
  /** The id of the session in which the owner signs in again, which the new one replaces. */
  readonly replaces?: string | null;
}

/**
 * Creates a session of the owner from a signed message (decisions 7). The seal in its nonce proves that this node wrote it to
 * the letter, with its page, chain and times. The transaction that creates the session uses it up.
 *
 * @throws AppError INVALID_SIGNATURE, EXPIRED_SIGNATURE, VALIDATION_FAILED, FORBIDDEN for a site that is not this
 *   node's, NOT_INSTALLED
 */
export async function signIn(
  context: Needs,
  { message, signature, device = {}, ...page }: SignedSignIn,
): Promise<NewSession> {
  const own = await requireOwner(context);
  const site = checkSignInSite(context, own, page);
  const messageHash = await checkMessage(context, own, site, message);
  checkSignature(context, own, message, signature);
  return await createSession(context, { ...device, means: "key" }, async (tx) => {
    if (!(await useSignIn(tx, messageHash, accessLimits.usedSignIns))) throw unknownMessage();
  });
}

/** A new session of the owner: its token, its id, and when it expires (ISO 8601 UTC). */
export interface NewSession {
  readonly token: string;
  readonly tokenId: string;
  readonly expiresAt: string;
}

/**
 * Creates a session after the owner proved the identity, and notifies the owner. A session that it replaces ends a little
 * later.
 *
 * @param useProof uses the proof up, in the transaction that creates the session; it throws where somebody else did
 */
export async function createSession(
  context: Pick<Context, "store" | "clock" | "log" | "config" | "owner">,
  { agent = null, replaces = null, means }: SignInDevice & { readonly means: "key" | "passkey" },
  useProof: (tx: Tx) => Promise<void>,
): Promise<NewSession> {
  const { store, clock, log, config } = context;
  const { address } = await requireOwner(context);
  const lifetimeMs = accessLimits.sessionMs;
  const device = describeDevice(agent);
  const { token, record } = await makeToken(context, {
    kind: "client",
    label: device ?? "",
    scopes: [],
    lifetimeMs,
  });
  await store.transaction(async (tx) => {
    await useProof(tx);
    const now = clock.now();
    await deleteExpiredTokens(tx, "client", now);
    if (replaces !== null) await endTokenAt(tx, replaces, now + accessLimits.replacedSessionMs);
    else if (!(await wasJustInstalled(tx, now)))
      await emit(tx, "owner.signed-in", { tokenId: record.id, device, means, now });
    await deleteIdleTokens(tx, "client", accessLimits.sessions - 1);
    await addToken(tx, record);
    await services().wishName(tx, { config, address, now, atSignIn: true });
  });
  log.info({ tokenId: record.id }, "the owner signed in");
  return {
    token,
    tokenId: record.id,
    expiresAt: new Date(record.createdAt + lifetimeMs).toISOString(),
  };
}

/** Whether the node was just installed: the new owner signs in next. */
async function wasJustInstalled(tx: Tx, now: number): Promise<boolean> {
  const installedAt = await readMeta(tx, "installed_at");
  return installedAt !== null && Date.parse(installedAt) > now - accessLimits.freshSessionMs;
}

/** @returns the hash of the message */
async function checkMessage(
  context: Needs,
  own: Profile,
  site: Pick<SignInSite, "domain" | "uri">,
  message: string,
): Promise<string> {
  if (message.length > messageLength) throw unknownMessage();
  const written = await openSignInMessage(context, message);
  if (written?.address !== own.address) throw unknownMessage();
  if (written.domain !== site.domain || written.uri !== site.uri)
    throw new AppError(
      "INVALID_SIGNATURE",
      "This sign-in request was made for another address of the site. Start again.",
    );
  if (!isInTime(context, written.issuedAt))
    throw new AppError("EXPIRED_SIGNATURE", "This sign-in request has expired. Start again.");
  return createHash("sha256").update(message).digest("hex");
}

function checkSignature({ recover }: Needs, own: Profile, message: string, signature: string): void {
  if (signature.length > 132) {
    throw new AppError(
      "INVALID_SIGNATURE",
      "Contract wallets can't sign in. Use the wallet or key file that this site was set up with.",
    );
  }
  const signer = recoverPersonalSigner(message, signature, recover);
  if (signer === own.address) return;
  throw new AppError(
    "INVALID_SIGNATURE",
    signer === null
      ? "The signature has the wrong format: it must be 65 bytes in hex, as personal_sign returns them."
      : "This was not signed by the owner's key. A contract wallet, or another account, can't sign in.",
  );
}

function unknownMessage(): AppError {
  return new AppError(
    "INVALID_SIGNATURE",
    "This sign-in request is unknown or was already used. Start again.",
  );
}

/**
 * Ends the caller's session: its token is invalid from then on, as a cookie or as a bearer. A caller without one is signed
 * out already.
 *
 * @throws AppError FORBIDDEN for an integration token, which is revoked by its owner
 */
export async function signOut({ store }: Pick<Context, "store">, caller: Caller): Promise<void> {
  if (caller.kind === "integration") {
    throw new AppError("FORBIDDEN", "A program has no session. The owner can revoke its token.");
  }
  if (caller.kind === "client") await store.transaction((tx) => deleteToken(tx, caller.tokenId));
}

/** Browsers. One whose User-Agent also names another browser comes first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Names the device of a session, as "Firefox, Windows". The client chooses this text, so it grants nothing.
 *
 * @param agent the header User-Agent
 * @returns null where it names no known browser or system
 */
export function describeDevice(agent: string | null): string | null {
  if (agent === null) return null;
  const named = [browsers, systems].flatMap(
    (kinds) => kinds.find(([pattern]) => pattern.test(agent))?.[1] ?? [],
  );
  return named.join(", ") || null;
}

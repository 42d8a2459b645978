import {
  EwpError,
  type MessageKind,
  parseEnvelope,
  recoverPublicKey,
  verifyEnvelope,
} from "@freehold/protocol";
import { hashTypedData, type LooseTypedData } from "../../src/signing/hash-typed-data.ts";
import type { LooseEnvelope } from "../../src/signing/key.ts";
import type { Behaviour } from "../right-node/behaviour.ts";

/**
 * A node that overlooks something of what it was sent: it reads the body as if that were right, and looks at the
 * signature over what was really sent.
 */
export function overlooking(
  change: (typedData: LooseTypedData, kind: MessageKind) => Partial<LooseTypedData>,
): Partial<Behaviour> {
  return {
    parse(kind, body) {
      if (!isEnvelope(body)) return parseEnvelope(kind, body);
      const { typedData, signature } = body;
      const changed = { ...typedData, ...change(structuredClone(typedData), kind) };
      const parsed = parseEnvelope(kind, { typedData: changed, signature });
      const isAsSent = JSON.stringify(changed) === JSON.stringify(typedData);
      return isAsSent ? parsed : { ...parsed, digest: digestOr(typedData, parsed.digest) };
    },
  };
}

/** The same for one field of messages: a value that is changed to one that is right. */
export function overlookingValue(name: string, change: (value: unknown) => unknown): Partial<Behaviour> {
  return overlooking(({ message }) =>
    Object.hasOwn(message, name) ? { message: { ...message, [name]: change(message[name]) } } : {},
  );
}

/** A node that takes more signatures than it should: it tries several ways to read one. */
export function readingSignature(readings: (signature: string) => readonly string[]): Partial<Behaviour> {
  return {
    verify(parsed, options) {
      const tries = readings(parsed.signature).map((signature) => ({
        ...parsed,
        signature: signature as `0x${string}`,
      }));
      const errors: unknown[] = [];
      for (const one of tries) {
        try {
          return verifyEnvelope(one, { recover: recoverPublicKey, ...options });
        } catch (error) {
          errors.push(error);
        }
      }
      // What is wrong besides the signature was found in the reading that fits.
      throw (
        errors.find((error) => error instanceof EwpError && error.code !== "INVALID_SIGNATURE") ?? errors[0]
      );
    },
  };
}

/** A node whose clock may be this much further away than an hour, or whose window is another one. */
export function windowOf(pastSeconds: number, futureSeconds = pastSeconds): Partial<Behaviour> {
  return {
    verify(parsed, { now }) {
      const { timestamp } = parsed.claims as { timestamp: number };
      const ahead = timestamp - Math.floor((now ?? 0) / 1000);
      const fits = ahead <= futureSeconds && -ahead <= pastSeconds;
      // Far away from any window, so that the error is the protocol's own.
      const at = fits ? timestamp * 1000 : timestamp * 1000 + 1e9;
      return verifyEnvelope(parsed, { recover: recoverPublicKey, ...(now !== undefined && { now: at }) });
    },
  };
}

/** The message of a body of any shape. */
export function messageOf(body: unknown): Record<string, unknown> {
  const { typedData } = (body ?? {}) as { typedData?: { message?: unknown } | null };
  const message = typedData?.message;
  return typeof message === "object" && message !== null ? (message as Record<string, unknown>) : {};
}

function isEnvelope(body: unknown): body is LooseEnvelope {
  const typedData = (body as Partial<LooseEnvelope> | null)?.typedData;
  return (
    typeof typedData === "object" &&
    [typedData?.message, typedData?.types, typedData?.domain].every(
      (part) => typeof part === "object" && part !== null,
    )
  );
}

function digestOr(typedData: LooseTypedData, otherwise: Uint8Array): Uint8Array {
  try {
    return hashTypedData(typedData);
  } catch {
    return otherwise;
  }
}

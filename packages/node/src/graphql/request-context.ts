import type { Context } from "../context.ts";
import type { Caller } from "../domain/access/caller.ts";
import type { SignInSite } from "../domain/access/sign-in-site.ts";
import type { CostMeter } from "./cost-meter.ts";
import type { Loaders } from "./loaders.ts";

/** What a resolver may touch, for one request. */
export interface RequestContext {
  /** What the use cases take. */
  readonly node: Context;
  readonly caller: Caller;
  readonly loaders: Loaders;
  readonly meter: CostMeter;
  /** The client's address, for limits; null where it is not known. */
  readonly ip: string | null;
  /** The page on which somebody signs in. */
  readonly place: SignInSite;
  /** What the client wants to read, best first: a language that was chosen here, then Accept-Language; null for neither. */
  readonly language: string | null;
  /** What the client says that it is (User-Agent); null where it says nothing. */
  readonly agent: string | null;
  /** The browser's side of a session. */
  readonly session: SessionDoor;
  /** Ends when the client is gone. */
  readonly signal: AbortSignal;
}

/** Gives a browser its session, or takes it away, with the answer to this request. */
export interface SessionDoor {
  /** @param expiresAt ISO 8601 */
  open(token: string, expiresAt: string): void;
  close(): void;
}

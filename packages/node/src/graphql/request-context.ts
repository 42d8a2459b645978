import type { Context } from "../context.ts";
import type { Caller } from "../domain/access/callers.ts";
import type { SignInSite } from "../domain/access/sign-in-message.ts";
import type { OwnProfile } from "../domain/profile/owner.ts";
import type { CostMeter } from "./cost.ts";
import type { createLoaders } from "./loaders.ts";

/** The context of the resolvers of one request. */
export interface RequestContext {
  /** The context of the use cases. */
  readonly node: Context;
  /** The owner's profile, as it was when the request came. */
  readonly own: Readonly<OwnProfile>;
  readonly caller: Caller;
  readonly loaders: ReturnType<typeof createLoaders>;
  readonly meter: CostMeter;
  /** The client's address, for limits; null where it is unknown. */
  readonly ip: string | null;
  /** The page on which the owner signs in. */
  readonly signInSite: SignInSite;
  /** The client's languages, best first: the reader's choice, then Accept-Language; null for neither. */
  readonly language: string | null;
  /** The User-Agent, or null. */
  readonly agent: string | null;
  /** The session cookie of the reply. */
  readonly session: SessionCookie;
  /**
   * The beginning of a text as safe HTML, as the pages render it. Null where there are no pages: on the command line.
   *
   * @param about.origin the URL of the node that the text came from; null for this one
   */
  readonly renderExcerpt: RenderExcerpt | null;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/**
 * `isWhole`: all of the text; `foreign`: it is the HTML of somebody else, with the address that its links start from. Null for
 * HTML that can't be rendered.
 */
export type RenderExcerpt = (
  text: string,
  about: {
    readonly origin: string | null;
    readonly isWhole?: boolean;
    readonly foreign?: { readonly baseUrl: string };
  } & Pick<RequestContext, "own" | "language">,
) => Promise<string | null>;

/** Sets or deletes the session cookie of a browser with the reply to this request. */
export interface SessionCookie {
  /** @param expiresAt ISO 8601 */
  open(token: string, expiresAt: string): void;
  close(): void;
}

/** The context for the reads of a query. Its owner is the one that was read already. */
export function readingOf({
  node: { store, clock },
  own,
}: Pick<RequestContext, "node" | "own">): Pick<Context, "store" | "clock" | "owner"> {
  return { store, clock, owner: { get: async () => own, isInstalled: async () => own !== null } };
}

import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { findToken, holdToken, type TokenRecord } from "../../store/tokens.ts";
import { type Caller, isTokenGood, parseScopes } from "./callers.ts";

// The pause after which a token is checked again, in case no notification of its end came.
const lookMs = 25_000;

type KnownCaller = Exclude<Caller, { kind: "anonymous" }>;

/**
 * The context for the request of a caller: each of its transactions first looks whether the session or token still holds, so
 * that nothing is written after a revocation was answered, however long the request took to come or to be worked on. What
 * outlives the request must not get this context.
 *
 * @returns a context whose transactions throw AppError UNAUTHENTICATED when the session or token was revoked, has expired, or
 *   lost a scope; the same context for an anonymous caller
 */
export function actAs<C extends Pick<Context, "store" | "clock">>(context: C, caller: Caller): C {
  if (caller.kind === "anonymous") return context;
  const { store, clock } = context;
  const transaction: Context["store"]["transaction"] = (work, options) =>
    store.transaction(async (tx) => {
      if (!holds(await holdToken(tx, caller.tokenId), caller, clock.now())) throw overError();
      return await work(tx);
    }, options);
  return { ...context, store: { ...store, transaction } };
}

/** Whether a token still allows what it did when its caller was identified. @param now ms */
function holds(record: TokenRecord | null, caller: KnownCaller, now: number): boolean {
  if (record === null || record.kind !== caller.kind || !isTokenGood(record, now)) return false;
  if (caller.kind === "client") return true;
  return caller.scopes.isSubsetOf(new Set(parseScopes(record.scopes.split(" "))));
}

/** The error of a request whose session or token ended while it was under way. */
export function overError(): AppError {
  return new AppError("UNAUTHENTICATED", "This session or token ended during the request.");
}

/**
 * Calls `end` once, when the caller's session or token was revoked, by any process of the node, or has expired: for replies
 * that last. An anonymous caller has nothing that ends. It must not throw.
 *
 * @returns to be disposed of when the reply has ended
 */
export function watchAuthority(
  { store, clock, log }: Pick<Context, "store" | "clock" | "log">,
  caller: Caller,
  end: () => void,
): Disposable {
  if (caller.kind === "anonymous") return { [Symbol.dispose]() {} };
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const stop = () => {
    isOver = true;
    forget();
    if (timer) clearTimeout(timer);
  };
  const check = async () => {
    const record = await findToken(store.db, caller.tokenId);
    if (isOver) return;
    const now = clock.now();
    if (holds(record, caller, now)) return wait(record?.expiresAt ?? null, now);
    stop();
    end();
  };
  const look = () => {
    check().catch((error: unknown) => {
      log.warn({ err: error, tokenId: caller.tokenId }, "a session or token could not be looked at");
      wait(null, clock.now());
    });
  };
  function wait(expiresAt: number | null, now: number): void {
    if (timer) clearTimeout(timer);
    const ms = Math.min(lookMs, Math.max(0, (expiresAt ?? Number.POSITIVE_INFINITY) - now));
    if (!isOver) timer = setTimeout(look, ms).unref();
  }
  const forget = store.onDue("sessions", look);
  look();
  return { [Symbol.dispose]: stop };
}

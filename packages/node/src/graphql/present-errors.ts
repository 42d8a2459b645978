import { EwpError } from "@freehold/protocol";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import type { Log } from "../context.ts";
import { AppError, toAppError } from "../errors.ts";
import { limits } from "./limits.ts";

/** Where what can't be told to a client is told. */
export interface ErrorLog {
  readonly log: Log;
  /** The name of the request in the log, which the client is told. */
  readonly requestId: string;
  /** Ends when the client has gone: what was given up for that is no failure. */
  readonly signal: AbortSignal;
}

/**
 * The errors of an answer, as a client reads them: each with a code in its extensions. What nobody expected is
 * INTERNAL_ERROR and says nothing of what it is; it stands in the log once, with its stack.
 */
export function presentErrors(
  errors: readonly GraphQLError[],
  { log, requestId, signal }: ErrorLog,
): GraphQLFormattedError[] {
  const logged = new Set<unknown>();
  return errors.map((error) => {
    const known = explain(error);
    const { locations, path } = error.toJSON();
    const place = { ...(locations && { locations }), ...(path && { path }) };
    if (known) {
      const { code, reason } = known;
      const message = shorten(known.message, limits.errorLength);
      return { message, ...place, extensions: { code, ...(reason && { reason }) } };
    }
    const cause = error.originalError ?? error;
    const isGivenUp = signal.aborted && cause === signal.reason;
    if (!isGivenUp && !logged.has(cause))
      log.error({ id: requestId, path, err: cause }, "a field could not be resolved");
    logged.add(cause);
    const message = "Something went wrong here. It is in the node's log.";
    return { message, ...place, extensions: { code: "INTERNAL_ERROR", requestId } };
  });
}

/** The code and the words for a client; null for what nobody expected. */
function explain(error: GraphQLError): { code: string; message: string; reason?: string | null } | null {
  const cause = error.originalError;
  if (cause instanceof EwpError) return { code: cause.code, message: cause.detail };
  const known = toAppError(cause);
  if (known !== null && known.status !== null) return known;
  // Compiled queries leave it out where there is none.
  const code: unknown = (error.extensions as GraphQLError["extensions"] | undefined)?.code;
  return typeof code === "string" ? { code, message: error.message } : null;
}

/**
 * The errors of a request that was not carried out: the document, its variables or the way it came are wrong. Their sentences
 * quote what was sent, which may be long and may be quoted by each of them.
 */
export function presentRefusal(errors: readonly Error[]): GraphQLFormattedError[] {
  const most = Math.floor(limits.refusalBytes / errors.length);
  return errors.map((error) => {
    const formatted = error instanceof GraphQLError ? error.toJSON() : { message: error.message };
    const code = error instanceof AppError ? error.code : "BAD_REQUEST";
    const message = shorten(formatted.message, most);
    return { ...formatted, message, extensions: { code, ...formatted.extensions } };
  });
}

const gap = " … ";

/** A sentence of at most so many bytes: its beginning says what is wrong, and its end often why. */
function shorten(sentence: string, most: number): string {
  if (Buffer.byteLength(sentence) <= most) return sentence;
  const bytes = Buffer.from(sentence);
  const half = Math.floor((most - Buffer.byteLength(gap)) / 2);
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(-half)].map((part) => part.toString());
  // Of a sign that was cut nothing is left.
  return `${head?.replace(/\ufffd+$/, "")}${gap}${tail?.replace(/^\ufffd+/, "")}`;
}

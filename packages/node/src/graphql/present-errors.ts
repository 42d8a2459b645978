import { EwpError } from "@freehold/protocol";
import type { GraphQLError, GraphQLFormattedError } from "graphql";
import type { Log } from "../context.ts";
import { AppError, type Sentence, toAppError } from "../errors/errors.ts";
import { limits } from "./limits.ts";

/**
 * The errors of a response, each with a code in its extensions, and its sentence as templates with their values, by which
 * a client translates it. An unexpected error becomes INTERNAL_ERROR without details
 * and is logged once, with its stack.
 *
 * @param request its id in the log, which the client gets too, and a signal that aborts when the client leaves: work that
 *   ends because of that is not a failure
 * @param translate writes a sentence in the language of the client's page, for scripts without a catalogue
 */
export function presentErrors(
  errors: readonly GraphQLError[],
  { log, requestId, signal, translate }: Confidant,
): GraphQLFormattedError[] {
  const logged = new Set<unknown>();
  return errors.map((error) => {
    const known = explain(error);
    const { locations, path } = error.toJSON();
    const position = { ...(locations && { locations }), ...(path && { path }) };
    if (known) {
      const { code, reason, maxBytes, retryAfter, parts } = known;
      const sentence = parts && [...parts.finding, ...parts.advice];
      const message = shorten(known.message, limits.errorLength);
      // A shortened message quotes much of the request, and so would its values.
      const isWhole = message === known.message;
      return {
        message,
        ...position,
        extensions: {
          code,
          ...(reason && { reason }),
          ...(maxBytes && { maxBytes }),
          ...(retryAfter && { retryAfter }),
          ...(sentence && isWhole && { sentence, ...translated(sentence, translate) }),
        },
      };
    }
    const cause = error.originalError ?? error;
    const isGivenUp = signal.aborted && cause === signal.reason;
    if (!isGivenUp && !logged.has(cause))
      log.error({ id: requestId, path, err: cause }, "a field could not be resolved");
    logged.add(cause);
    const message = "The node failed. See its log.";
    return { message, ...position, extensions: { code: "INTERNAL_ERROR", requestId } };
  });
}

/** The sentence in the language of the page. One with long values quotes the request often enough without it. */
function translated(sentence: Sentence, translate: Confidant["translate"]): { text?: string } {
  const length = sentence.flatMap(({ values }) => values).join("").length;
  const text = length > limits.translatedValuesLength ? null : translate(sentence);
  return text === null ? {} : { text };
}

interface Confidant {
  readonly log: Log;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly translate: (sentence: Sentence) => string | null;
}

/** By its name, so that a refusal needs no GraphQL. */
function isGraphqlError(error: Error): error is GraphQLError {
  return error.name === "GraphQLError";
}

type Known = { readonly code: string; readonly message: string } & Partial<
  Pick<AppError, "reason" | "maxBytes" | "retryAfter" | "parts">
>;

function explain(error: GraphQLError): Known | null {
  const cause = error.originalError;
  if (cause instanceof EwpError) return { code: cause.code, message: cause.detail };
  const known = toAppError(cause);
  if (known !== null && known.status !== null) return known;
  // Errors of compiled queries may have no extensions.
  const code: unknown = (error.extensions as GraphQLError["extensions"] | undefined)?.code;
  return typeof code === "string" ? { code, message: error.message } : null;
}

/**
 * The errors of a request that was not executed: its document, its variables or its form are wrong. The messages are
 * shortened, because each may quote the request.
 */
export function presentRefusal(errors: readonly Error[]): GraphQLFormattedError[] {
  const most = Math.floor(limits.refusalBytes / errors.length);
  return errors.map((error) => {
    const formatted = isGraphqlError(error) ? error.toJSON() : { message: error.message };
    const code = error instanceof AppError ? error.code : "BAD_REQUEST";
    const message = shorten(formatted.message, most);
    const maxBytes = error instanceof AppError && error.maxBytes;
    const extensions = { code, ...(maxBytes && { maxBytes }), ...formatted.extensions };
    return { ...formatted, message, extensions };
  });
}

const gap = " … ";

/** Shortens a sentence to `most` bytes. Keeps its beginning with the problem, and its end, which often has the reason. */
function shorten(sentence: string, most: number): string {
  if (Buffer.byteLength(sentence) <= most) return sentence;
  const bytes = Buffer.from(sentence);
  const half = Math.floor((most - Buffer.byteLength(gap)) / 2);
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(-half)].map((part) => part.toString());
  // Remove partial characters at the cut.
  return `${head?.replace(/(?<!\ufffd)\ufffd+$/, "")}${gap}${tail?.replace(/^\ufffd+/, "")}`;
}

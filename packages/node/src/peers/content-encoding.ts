import { pipeline } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { PeerError } from "@freehold/protocol";
import { MiB } from "@freehold/protocol/internal";

// A server compresses once. A second layer is a proxy's.
const mostLayers = 2;
// The most that a layer makes for another one. The caller limits only the outcome.
const layerBytes = 16 * MiB;
// The memory of a decoder (2 to the power of it), as RFC 8878 expects it of readers.
const zstdWindowLog = 23;

/** A coding of a reply that can be undone. */
export type Coding = "gzip" | "deflate" | "br" | "zstd";

const codings: ReadonlyMap<string, Coding> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ["zstd", "zstd"],
]);

const meaningless = /^(?:identity|none|null|off|chunked|binary|[78]bit|plain)?$/;

/**
 * The codings of a reply by its `Content-Encoding`, in the order in which they were applied. A server may use one although none was
 * asked for. The name of a character set or a media type, `none` and the like stand there by mistake and mean nothing.
 *
 * @returns null if the reply has a coding that can't be undone, or too many
 */
export function parseCodings(header: string | undefined): Coding[] | null {
  const names = (header ?? "").split(",").map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => !isMeaningless(name));
  const known = applied.flatMap((name) => codings.get(name) ?? []);
  return known.length === applied.length && known.length <= mostLayers ? known : null;
}

function isMeaningless(name: string): boolean {
  if (meaningless.test(name) || name.includes("/")) return true;
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

/**
 * Undoes the codings of a body, piece by piece. A layer that makes more than `maxBytes` is ended there, so a small body that
 * swells takes no more time or memory than an honest one. Ending the iteration early ends the body.
 *
 * @throws PeerError from the iteration: too-large; bad-reply for a body that is damaged or cut off; as the body
 */
export function decodeBody(
  body: AsyncIterable<Uint8Array>,
  applied: readonly Coding[],
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const decoded = applied.reduceRight(
    (inner, coding, index) =>
      decodeLayer(inner, coding, index > 0 ? Math.min(maxBytes, layerBytes) : maxBytes),
    body,
  );
  const pieces = decoded[Symbol.asyncIterator]();
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => pieces.next(),
    // A generator that was not begun, or that waits, would not end its source.
    async return() {
      await source.return?.();
      await pieces.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* decodeLayer(
  body: AsyncIterable<Uint8Array>,
  coding: Coding,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const source: { failure?: { readonly error: unknown } } = {};
  async function* packed(first: Uint8Array): AsyncGenerator<Uint8Array> {
    try {
      for (let step = { done: false, value: first } as IteratorResult<Uint8Array>; !step.done; ) {
        yield step.value;
        step = await pieces.next();
      }
    } catch (error) {
      source.failure = { error };
      throw error;
    }
  }
  try {
    const first = await firstPiece(pieces);
    if (first === null) return;
    const decoder = createDecoder(coding, first);
    // The reader of the decoder gets its errors.
    pipeline(packed(first), decoder, () => {});
    let made = 0;
    for await (const piece of decoder as AsyncIterable<Uint8Array>) {
      made += piece.length;
      if (made > maxBytes) throw tooLarge();
      yield piece;
    }
  } catch (error) {
    if (source.failure) throw source.failure.error;
    throw error instanceof PeerError ? error : damaged();
  } finally {
    await pieces.return?.();
  }
}

async function firstPiece(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  for (;;) {
    const step = await pieces.next();
    if (step.done) return null;
    if (step.value.length > 0) return step.value;
  }
}

function createDecoder(coding: Coding, [first = 0]: Uint8Array) {
  if (coding === "gzip") return createGunzip();
  if (coding === "br") return createBrotliDecompress();
  if (coding === "zstd")
    return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } });
  // Some servers leave out the frame that the standard demands, which begins with its method.
  return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** More than the caller takes. */
export function tooLarge(): PeerError {
  return new PeerError("too-large", "The reply is larger than allowed.", { code: "REPLY_TOO_LARGE" });
}

function damaged(): PeerError {
  return new PeerError("bad-reply", "The reply is compressed, and damaged or cut off.", {
    code: "DAMAGED_ENCODING",
  });
}

import { PeerError } from "./peer-error.ts";
import { tapBytes } from "./tap-bytes.ts";

/**
 * The whole of a body.
 *
 * @throws PeerError too-large when there are more bytes; what the body itself throws
 */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of limitBytes(body, maxBytes)) {
    chunks.push(chunk);
    size += chunk.length;
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** The JSON of a body, in UTF-8; undefined when it is none. Throws as `readBody`. */
export async function readJson(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<unknown> {
  const bytes = await readBody(body, maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Passes bytes on, up to a limit. Throws PeerError too-large behind it. */
export function limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  return tapBytes(body, {
    chunk(bytes) {
      size += bytes.length;
      if (size > maxBytes) throw new PeerError("too-large", `The answer has more than ${maxBytes} bytes.`);
    },
  });
}

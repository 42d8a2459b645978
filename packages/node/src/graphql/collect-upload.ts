import type { Upload } from "./upload.ts";

/** The first bytes of a file, up to so many; the rest is not read. */
export async function collectUpload({ source }: Upload, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

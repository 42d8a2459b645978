import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Config } from "../config/config.ts";
import { limits } from "../domain/limits.ts";
import { AppError } from "../errors/errors.ts";
import type { PublicationKind } from "../store/tables/publications.ts";
import { formatBytes } from "./format.ts";
import type { Input } from "./terminal.ts";

export interface PublicationInput {
  readonly kind: PublicationKind;
  /** Null for standard input. */
  readonly filename: string | null;
  /** Bytes, where it is known before. */
  readonly size: number | null;
  readonly source: AsyncIterable<Uint8Array>;
}

/**
 * What is to be published, and as what; its size is checked before a byte is read.
 * @param path a file, or `-` for standard input
 * @throws AppError TOO_LARGE, NOT_A_FILE; AppError USAGE for an unknown type
 */
export async function openInput(
  path: string,
  options: { type: string | undefined; stdin: Input; config: Pick<Config, "maxContentBytes"> },
): Promise<PublicationInput> {
  const kind = kindOf(path, options.type);
  if (path === "-") return { kind, filename: null, size: null, source: options.stdin };
  const found = await stat(path);
  if (found.isDirectory()) {
    throw new AppError("NOT_A_FILE", `${path} is a folder; one file at a time can be published.`);
  }
  const size = found.isFile() ? found.size : null;
  if (size !== null) checkSize(path, size, kind, options.config.maxContentBytes);
  return { kind, filename: basename(path), size, source: createReadStream(path) };
}

function kindOf(path: string, type: string | undefined): PublicationKind {
  if (type === undefined) return path === "-" || /\.(md|markdown)$/i.test(path) ? "POST" : "FILE";
  const kind = type.toLowerCase();
  if (kind !== "post" && kind !== "file") {
    throw new AppError("USAGE", `--type is post or file, not ${JSON.stringify(type)}.`);
  }
  return kind === "post" ? "POST" : "FILE";
}

function checkSize(path: string, size: number, kind: PublicationKind, most: number): void {
  if (size > most) {
    throw new AppError(
      "TOO_LARGE",
      `${path} has ${formatBytes(size)} (${size} bytes); the limit is ${formatBytes(most)}, FREEHOLD_MAX_CONTENT_BYTES=${most}.`,
    );
  }
  if (kind === "POST" && size > limits.markdownBytes) {
    throw new AppError(
      "TOO_LARGE",
      `${path} has ${size} bytes; a post has up to ${limits.markdownBytes}. With --type file it can be published as a file.`,
    );
  }
}

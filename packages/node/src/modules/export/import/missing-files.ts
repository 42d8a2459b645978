import { PeerError } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { fetchPicture } from "../../../domain/contents/fetch-picture.ts";
import { AppError } from "../../../errors/errors.ts";
import { importLimits } from "./limits.ts";

interface FetchOptions {
  /** Pictures are fetched from their https addresses, whatever server has them. */
  readonly fetchPictures: boolean;
  /** The old site: its files are fetched. */
  readonly site: string | null;
  readonly signal: AbortSignal | undefined;
}

/** Files that are not in the source of an import, fetched from the servers that have them. */
export class MissingFiles {
  readonly #context: Pick<Context, "peers">;
  readonly #options: FetchOptions;
  readonly #host: string | null;
  readonly #failures = new Map<string, Error>();
  /** Calls without a reply, in a row, by host. */
  readonly #silent = new Map<string, number>();
  #calls = 0;
  #bytes = 0;
  #ms = 0;

  constructor(context: Pick<Context, "peers">, options: FetchOptions) {
    this.#context = context;
    this.#options = options;
    this.#host = options.site === null ? null : new URL(options.site).host;
  }

  /** Whether the owner lets this import fetch a file from here. */
  allows(address: string): boolean {
    const url = URL.parse(address);
    if (url === null) return false;
    return (this.#options.fetchPictures && url.protocol === "https:") || this.isOfSite(address);
  }

  isOfSite(address: string): boolean {
    const url = URL.parse(address);
    return url !== null && this.#host !== null && url.host === this.#host && /^https?:$/.test(url.protocol);
  }

  /**
   * Fetches a file by the guarded HTTP client: https only, no private addresses. An address that failed is not asked again.
   *
   * @param isPicture it has the limits of a picture; otherwise those of a file
   * @throws PeerError, also while it is read; AppError NOT_FOUND, TOO_MANY
   */
  async open(address: string, { isPicture }: { isPicture: boolean }): Promise<AsyncIterable<Uint8Array>> {
    const failed = this.#failures.get(address);
    if (failed) throw failed;
    this.#requireRoom(new URL(address).host);
    this.#calls += 1;
    const maxBytes = isPicture ? importLimits.pictureBytes : importLimits.fetchedFileBytes;
    const deadlineMs = isPicture ? importLimits.pictureMs : importLimits.fetchedFileMs;
    const { signal } = this.#options;
    const start = performance.now();
    try {
      const body = await fetchPicture(this.#context, address.replace(/^http:/, "https:"), {
        maxBytes: Math.min(maxBytes, importLimits.fetchedBytes - this.#bytes),
        deadlineMs,
        signal,
        accept: isPicture ? "image/*" : "*/*",
      });
      if (body === null) throw new AppError("NOT_FOUND", "its server does not have it.");
      this.#silent.delete(new URL(address).host);
      return this.#counted(body, address, start);
    } catch (error) {
      this.#ms += performance.now() - start;
      throw this.#remember(address, error);
    }
  }

  /** Remembers that a file can't be used, so that no other post fetches it again. */
  refuse(address: string, error: Error): void {
    if (this.#failures.size < importLimits.fetchedFiles) this.#failures.set(address, error);
  }

  async *#counted(
    body: AsyncIterable<Uint8Array>,
    address: string,
    start: number,
  ): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        this.#bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw this.#remember(address, error);
    } finally {
      this.#ms += performance.now() - start;
    }
  }

  #remember(address: string, error: unknown): unknown {
    if (!(error instanceof Error) || this.#options.signal?.aborted) return error;
    const { host } = new URL(address);
    const isSilent = error instanceof PeerError && /^(?:unreachable|timeout)$/.test(error.kind);
    if (isSilent) this.#silent.set(host, (this.#silent.get(host) ?? 0) + 1);
    this.refuse(address, error);
    return error;
  }

  #requireRoom(host: string): void {
    if ((this.#silent.get(host) ?? 0) >= importLimits.silentCalls)
      throw new AppError("TOO_MANY", "its server did not answer several times, so it is not asked again.");
    if (this.#calls >= importLimits.fetchedFiles)
      throw new AppError("TOO_MANY", `an import fetches up to ${importLimits.fetchedFiles} files.`);
    if (this.#bytes >= importLimits.fetchedBytes)
      throw new AppError("TOO_MANY", `an import fetches up to ${importLimits.fetchedBytes} bytes.`);
    if (this.#ms >= importLimits.fetchingMs)
      throw new AppError("TOO_MANY", "this import has fetched files for as long as it may.");
  }
}

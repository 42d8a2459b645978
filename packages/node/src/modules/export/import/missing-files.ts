import { setTimeout } from "node:timers/promises";
import { PeerError } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { fetchPicture } from "../../../domain/contents/fetch-picture.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import { importLimits } from "./limits.ts";

/** The files that an import fetches. */
export interface FetchOptions {
  /** Pictures are fetched from their https addresses, whatever server has them. */
  readonly fetchPictures: boolean;
  /** The old site: its files are fetched. */
  readonly site: string | null;
  readonly signal: AbortSignal | undefined;
  /** Waits (ms) before a file is asked for again. Tests replace it. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
}

/** Codes of addresses that lead nowhere today and tomorrow. */
const forGood = /^(?:ENOTFOUND|ENODATA|(?:SCHEME|PORT|ADDRESS)_NOT_ALLOWED)$/;

/** Whether a file that could not be fetched may be there later: its server was not reached, had no time, or broke off. */
export const isForLater = (error: unknown): boolean =>
  error instanceof PeerError &&
  !forGood.test(error.code ?? "") &&
  (/^(?:unreachable|timeout|refused)$/.test(error.kind) ||
    error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH");

/** Files that are not in the source of an import, fetched from the servers that have them. */
export class MissingFiles {
  readonly #context: Pick<Context, "peers" | "clock">;
  readonly #options: FetchOptions;
  readonly #host: string | null;
  readonly #failures = new Map<string, Error>();
  /** Files in a row that a host did not give now, by host. */
  readonly #silent = new Map<string, number>();
  #calls = 0;
  #bytes = 0;
  #ms = 0;

  constructor(context: Pick<Context, "peers" | "clock">, options: FetchOptions) {
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
   * Fetches a file by the guarded HTTP client: https only, no private addresses. A server that has no time is asked again after
   * the time that it names. An address that failed is not asked again.
   *
   * @param isPicture it has the limits of a picture; otherwise those of a file
   * @throws PeerError, also while it is read; AppError NOT_FOUND, TOO_MANY
   */
  async open(address: string, { isPicture }: { isPicture: boolean }): Promise<AsyncIterable<Uint8Array>> {
    const failed = this.#failures.get(address);
    if (failed) throw failed;
    this.#requireRoom(new URL(address).host);
    this.#calls += 1;
    const start = performance.now();
    try {
      const body = await this.#fetchPatiently(address, isPicture);
      if (body === null) throw new AppError("NOT_FOUND", "its server does not have it.");
      this.#silent.delete(new URL(address).host);
      return this.#counted(body, address, start);
    } catch (error) {
      this.#ms += performance.now() - start;
      throw this.#remember(address, error);
    }
  }

  /** Repeats a call that failed for now, unless the file before it failed, too: its server is down. */
  async #fetchPatiently(address: string, isPicture: boolean): Promise<AsyncIterable<Uint8Array> | null> {
    const isDown = this.#silent.has(new URL(address).host);
    const { signal, wait = setTimeoutFor } = this.#options;
    for (let repeats = isDown ? 0 : importLimits.fetchRepeats; ; repeats -= 1) {
      try {
        return await this.#openOnce(address, isPicture);
      } catch (error) {
        if (!isForLater(error) || repeats === 0) throw error;
        const asked = (error as PeerError).retryAfterMs;
        const ownMs = importLimits.fetchRepeatMs * 3 ** (importLimits.fetchRepeats - repeats);
        const ms = Math.max(asked ?? ownMs, importLimits.fetchRepeatMs);
        if (ms > importLimits.fetchWaitMs) throw error;
        await wait(ms, signal);
      }
    }
  }

  async #openOnce(address: string, isPicture: boolean): Promise<AsyncIterable<Uint8Array> | null> {
    const maxBytes = isPicture ? importLimits.pictureBytes : importLimits.fetchedFileBytes;
    return await fetchPicture(this.#context, address.replace(/^http:/, "https:"), {
      maxBytes: Math.min(maxBytes, importLimits.fetchedBytes - this.#bytes),
      deadlineMs: isPicture ? importLimits.pictureMs : importLimits.fetchedFileMs,
      signal: this.#options.signal,
      accept: isPicture ? "image/*" : "*/*",
    });
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
    if (isForLater(error)) this.#silent.set(host, (this.#silent.get(host) ?? 0) + 1);
    this.refuse(address, error);
    return error;
  }

  #requireRoom(host: string): void {
    if ((this.#silent.get(host) ?? 0) >= importLimits.silentCalls)
      throw new AppError("TOO_MANY", "its server returned none of several files, so it is not asked again.");
    if (this.#calls >= importLimits.fetchedFiles)
      throw new AppError("TOO_MANY", msg`an import fetches up to ${importLimits.fetchedFiles} files.`);
    if (this.#bytes >= importLimits.fetchedBytes)
      throw new AppError("TOO_MANY", msg`an import fetches up to ${importLimits.fetchedBytes} bytes.`);
    if (this.#ms >= importLimits.fetchingMs)
      throw new AppError("TOO_MANY", "this import has reached its time limit for fetching files.");
  }
}

const setTimeoutFor = (ms: number, signal?: AbortSignal) =>
  setTimeout(ms, undefined, { ...(signal && { signal }) });

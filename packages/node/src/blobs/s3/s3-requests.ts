import { limits } from "../limits.ts";
import { asFailure, openClient, type S3Location, statusOf } from "./s3-client.ts";

/** A request as S3 names it. */
export type S3Operation =
  | "AbortMultipartUpload"
  | "CompleteMultipartUpload"
  | "CopyObject"
  | "CreateMultipartUpload"
  | "DeleteObject"
  | "GetObject"
  | "HeadBucket"
  | "HeadObject"
  | "ListMultipartUploads"
  | "ListObjectsV2"
  | "PutObject"
  | "UploadPart";

/** How a request ended, with all its tries. */
export interface S3Answer {
  readonly operation: S3Operation;
  /**
   * `missing`: there is no such object, or no such part of it, or there is one where none should be; `ended`: by its
   * caller; `unsent`: the requests before it failed, so it was not made.
   */
  readonly outcome: "ok" | "missing" | "failed" | "ended" | "unsent";
  /** The time until the reply, or until the first bytes of a content. */
  readonly ms: number;
}

/** Gets reports about requests. */
export interface S3Watcher {
  onAnswer?(answer: S3Answer): void;
  /** A request failed, for this reason. */
  onFailure?(error: unknown): void;
}

/** How long (ms) requests may take. Tests use shorter times. */
export type S3Patience = Pick<
  typeof limits,
  "s3ConnectMs" | "s3ReplyMs" | "s3RequestMs" | "s3StoreMs" | "s3StallMs" | "s3PauseMs"
>;

type Sdk = Awaited<ReturnType<typeof openClient>>;

export interface S3Requests extends Disposable {
  /**
   * Makes one request, several times if it fails; it ends within `s3RequestMs`, or `s3StoreMs` where bytes are stored.
   * @throws AppError BUSY; the reason is its cause. And the AbortError of the caller's signal
   */
  ask<T>(
    operation: S3Operation,
    request: (sdk: Sdk, options: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<T>,
    signal?: AbortSignal | undefined,
  ): Promise<T>;
  /** The library with its client, loaded. */
  readonly sdk: () => Promise<Sdk>;
}

/** S3 writes while its client waits. */
const storing = new Set<S3Operation>(["PutObject", "UploadPart", "CompleteMultipartUpload", "CopyObject"]);

/**
 * Requests to a storage. After `s3FailuresInARow` requests without an answer, all others fail at once, except one in each
 * `s3PauseMs`. Otherwise a storage that accepts connections and does not answer would make every reader wait.
 * The library is loaded with the first request: 1 MB of code, which most nodes never need.
 */
export function openRequests(
  location: S3Location,
  { onAnswer, onFailure }: S3Watcher,
  patience: S3Patience = limits,
): S3Requests {
  let loading: Promise<Sdk> | null = null;
  let failures = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastError: unknown;

  const sdk = () => {
    loading ??= openClient(location, patience);
    return loading;
  };

  /** @throws AppError BUSY before the time to try again */
  function requireTry(): void {
    if (failures >= limits.s3FailuresInARow && performance.now() - triedAt < patience.s3PauseMs) {
      throw asFailure(lastError);
    }
    triedAt = performance.now();
  }

  function outcomeOf(error: unknown, signal: AbortSignal | undefined): S3Answer["outcome"] {
    // A missing object, one that another process stored first, and a request that was aborted before it was sent, are not
    // failures.
    if ([404, 409, 412, 416].includes(statusOf(error) ?? 0)) return "missing";
    return signal?.aborted ? "ended" : "failed";
  }

  return {
    sdk,
    async ask(operation, request, signal) {
      const began = performance.now();
      const answered = (outcome: S3Answer["outcome"]) =>
        onAnswer?.({ operation, outcome, ms: performance.now() - began });
      try {
        requireTry();
      } catch (error) {
        answered("unsent");
        throw error;
      }
      const loaded = await sdk();
      const stores = storing.has(operation);
      const late = new AbortController();
      const timer = setTimeout(
        () => late.abort(new Error("The storage did not answer in time.")),
        stores ? patience.s3StoreMs : patience.s3RequestMs,
      );
      try {
        const result = await request(loaded, {
          abortSignal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
          requestTimeout: stores ? patience.s3StoreMs / 2 : patience.s3ReplyMs,
        });
        failures = 0;
        answered("ok");
        return result;
      } catch (caught) {
        const error = late.signal.aborted && !signal?.aborted ? late.signal.reason : caught;
        const outcome = outcomeOf(error, signal);
        answered(outcome);
        if (outcome === "failed") {
          lastError = error;
          onFailure?.(error);
          // A storage that refuses has answered.
          failures = (statusOf(error) ?? 500) >= 500 ? failures + 1 : 0;
          triedAt = performance.now();
        } else if (outcome === "missing") failures = 0;
        throw asFailure(error);
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.dispose]() {
      void loading?.then(({ client }) => client.destroy()).catch(() => {});
    },
  };
}

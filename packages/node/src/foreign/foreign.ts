import { AppError, hasCode } from "../errors/errors.ts";
import { createQueue } from "../limiter/queue.ts";
import { type DocumentKind, type Reply, type Requests, replies } from "./documents.ts";
import { limits } from "./limits.ts";
import { createReaderProcess, type ReaderLimits } from "./reader-process.ts";

/** Reads documents that others wrote, in processes of their own: none of their bytes is parsed in the event loop. */
export interface Foreign extends AsyncDisposable {
  /**
   * Reads a document within limits of time and memory. Documents of a queue have one process, and those that the owner waits
   * for have another one, so that neither waits for the other. Sites take turns.
   *
   * @param options.from the host that it is of
   * @param options.forOwner whether the owner waits for it
   * @throws AppError DOCUMENT_UNREADABLE where the document took too much, or could not be read; BUSY where it was not tried
   */
  read<K extends DocumentKind>(
    kind: K,
    request: Requests[K],
    options: { readonly from: string; readonly forOwner?: boolean },
  ): Promise<Reply<K>>;
}

/** Creates the readers of a node. Each process starts with its first document. */
export function createForeign(options: ReaderLimits = limits): Foreign {
  const lanes = { queued: createLane(options), owner: createLane(options) };
  let isClosed = false;

  return {
    async read(kind, request, { from, forOwner = false }) {
      const { queue, process } = lanes[forOwner ? "owner" : "queued"];
      const answer = await queue
        .run([{ key: from, factor: 1 }], async () =>
          isClosed ? "not-read" : await process.ask({ kind, request }),
        )
        .catch((error: unknown) => {
          if (hasCode(error, "RATE_LIMITED")) return "not-read" as const;
          throw error;
        });
      // A process that was ended because this one ends says nothing about its document.
      if (answer === "not-read" || isClosed) throw busy();
      const parsed = answer === "unreadable" ? null : replies[kind].safeParse(JSON.parse(answer.json));
      if (!parsed?.success) throw unreadable();
      return parsed.data as Reply<typeof kind>;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([lanes.queued.process.end(), lanes.owner.process.end()]);
    },
  };
}

function createLane(options: ReaderLimits) {
  const queue = createQueue({ atATime: 1, waiting: limits.readersWaiting });
  return { queue, process: createReaderProcess(options) };
}

function unreadable(): AppError {
  const message =
    "The document of the other site can't be read: it is broken, or it takes too much time or memory.";
  return new AppError("DOCUMENT_UNREADABLE", message);
}

function busy(): AppError {
  return new AppError("BUSY", "The document was not read now. Try again later.", { retryAfter: 5 });
}

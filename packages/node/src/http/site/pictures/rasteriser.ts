import { Worker } from "node:worker_threads";
import { MiB } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache";
import { copyBytes } from "../../../blobs/copy-bytes.ts";
import { AppError, hasCode } from "../../../errors/errors.ts";
import { createQueue } from "../../../limiter/queue.ts";
import { limits } from "../../limits.ts";
import type { RasterReply, RasterRequest } from "./rasterise-program.ts";

const picturesWaiting = 50; // cards and icons that wait to be made
const pictureMemory = 128 * MiB; // memory of the thread that makes cards and icons
const pictureCacheBytes = 8 * MiB; // cards and icons in memory

export type Rasteriser = ReturnType<typeof createRasteriser>;

const program = new URL("./rasterise-program.ts", import.meta.url);

/**
 * Turns SVG into PNG in a thread, one at a time. The first picture starts the thread; an idle thread ends.
 *
 * @param pictureMs how long (ms) one picture may take
 */
export function createRasteriser(pictureMs: number = limits.pictureMs) {
  const queue = createQueue({ atATime: 1, waiting: picturesWaiting });
  const cache = new LRUCache<string, Buffer>({
    maxSize: pictureCacheBytes,
    sizeCalculation: ({ length }) => length,
  });
  let worker: Worker | null = null;
  let ids = 0;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function make(svg: string, width: number): Promise<Buffer | null> {
    clearTimeout(idle);
    worker ??= start();
    ids += 1;
    const png = await ask(worker, { id: ids, svg, width }, pictureMs);
    if (png === undefined) await end();
    idle = setTimeout(() => void end(), limits.figureIdleMs);
    idle.unref();
    return png ? copyBytes(png) : null;
  }

  return {
    /**
     * @param key another one for each drawing and width
     * @param width pixels
     * @param draw makes the SVG, where no picture has this key
     * @returns a PNG file
     * @throws AppError BUSY where too many wait, or drawing took too long. A site that shows a preview of a link would remember
     * a 404.
     */
    async draw(key: string, width: number, draw: () => Promise<string>): Promise<Buffer> {
      const cached = cache.get(key);
      if (cached) return cached;
      const png = await queue
        .run(null, async () => cache.get(key) ?? (await make(await draw(), width)))
        .catch((error: unknown) => {
          if (hasCode(error, "RATE_LIMITED")) return null;
          throw error;
        });
      if (!png)
        throw new AppError("BUSY", "The picture was not drawn in time. Try again.", { retryAfter: 5 });
      cache.set(key, png);
      return png;
    },
    [Symbol.asyncDispose]: end,
  };
}

function start(): Worker {
  const started = new Worker(program, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: pictureMemory / 2 ** 20 },
  });
  started.unref();
  // `ask` handles the error.
  started.on("error", () => {});
  return started;
}

/** @returns undefined where the thread gave no answer in time, or broke */
function ask(
  worker: Worker,
  request: RasterRequest,
  pictureMs: number,
): Promise<Uint8Array | null | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | null | undefined>();
  const hear = ({ id, png }: RasterReply) => id === request.id && resolve(png);
  const giveUp = () => resolve(undefined);
  const timer = setTimeout(giveUp, pictureMs);
  worker.on("message", hear).on("error", giveUp).on("exit", giveUp);
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", hear).off("error", giveUp).off("exit", giveUp);
  });
}

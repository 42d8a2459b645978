import { Worker } from "node:worker_threads";
import type { DrawnFigure, DrawnFigures, Figure } from "./figure.ts";
import { keyOf } from "./figure.ts";
import type { FigureReply, FigureRequest } from "./figure-program.ts";

/** Draws figures in a thread, which is terminated if one takes too long. */
export interface FigureWorker extends AsyncDisposable {
  /** Draws figures within the limits; the result has those that succeeded. Never fails. */
  draw(figures: readonly Figure[]): Promise<DrawnFigures>;
}

export interface FigureLimits {
  /** Characters of each kind's source. */
  readonly length: Readonly<Record<Figure["kind"], number>>;
  readonly perText: number;
  readonly figureMs: number;
  /** To start the thread and load the library. */
  readonly startMs: number;
  /** For all figures of one text. */
  readonly textMs: number;
  /** Texts in the queue. */
  readonly waiting: number;
  /** Cached results, failures too. */
  readonly cached: number;
  /** Memory of the thread in MiB. */
  readonly memory: number;
  /** The thread ends after this time without work. */
  readonly idleMs: number;
}

const program = new URL("./figure-program.ts", import.meta.url);

/** Creates a worker; the first figure starts its thread. */
export function createFigureWorker(limits: FigureLimits): FigureWorker {
  const cache = new Map<string, DrawnFigure | null>();
  const thread = createThread(limits);
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  function store(key: string, drawn: DrawnFigure | null): void {
    cache.delete(key);
    cache.set(key, drawn);
    const [oldest] = cache.keys();
    if (cache.size > limits.cached && oldest !== undefined) cache.delete(oldest);
  }

  async function drawMissing(figures: ReadonlyMap<string, Figure>): Promise<void> {
    const end = performance.now() + limits.textMs;
    for (const [key, figure] of figures) {
      if (closed || performance.now() > end) return;
      if (!cache.has(key)) store(key, await thread.draw(figure));
    }
  }

  return {
    async draw(figures) {
      const fit = figures.filter(({ kind, source }) => source.length <= limits.length[kind]);
      const wanted = new Map(fit.slice(0, limits.perText).map((figure) => [keyOf(figure), figure]));
      const missing = new Map([...wanted].filter(([key]) => !cache.has(key)));
      if (missing.size > 0 && waiting < limits.waiting) {
        waiting += 1;
        const mine = turn.then(() => drawMissing(missing));
        turn = mine;
        await mine.finally(() => {
          waiting -= 1;
        });
      }
      const made = [...wanted.keys()].map((key) => [key, cache.get(key) ?? null] as const);
      return new Map(made.filter((pair): pair is [string, DrawnFigure] => pair[1] !== null));
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await thread.end();
    },
  };
}

/** One thread, one figure at a time. */
function createThread({ figureMs, startMs, memory, idleMs }: FigureLimits) {
  let worker: Worker | null = null;
  let ids = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(program, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory },
      stdout: true,
      stderr: true,
    });
    started.unref();
    started.stdout.resume();
    started.stderr.resume();
    // `ask` handles errors; without a listener an error of an idle thread would end the process.
    started.on("error", () => {});
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function draw(figure: Figure): Promise<DrawnFigure | null> {
    clearTimeout(idle);
    worker ??= start();
    ids += 1;
    const drawn = await ask(worker, { id: ids, figure }, { startMs, figureMs });
    if (drawn === undefined) await end();
    idle = setTimeout(() => void end(), idleMs);
    idle.unref();
    return drawn ?? null;
  }

  return { draw, end };
}

/** @returns undefined if the thread failed or did not reply in time */
function ask(
  worker: Worker,
  request: FigureRequest,
  { startMs, figureMs }: Pick<FigureLimits, "startMs" | "figureMs">,
): Promise<DrawnFigure | null | undefined> {
  const { promise, resolve } = Promise.withResolvers<DrawnFigure | null | undefined>();
  const giveUp = () => resolve(undefined);
  let timer = setTimeout(giveUp, startMs);
  const onReply = (reply: FigureReply) => {
    if (reply.id !== request.id) return;
    if ("drawn" in reply) return resolve(reply.drawn);
    clearTimeout(timer);
    timer = setTimeout(giveUp, figureMs);
  };
  worker.on("message", onReply).on("error", giveUp).on("exit", giveUp);
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", onReply).off("error", giveUp).off("exit", giveUp);
  });
}

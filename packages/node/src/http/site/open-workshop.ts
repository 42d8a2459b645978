import { createFigureWorker, type FigureWorker } from "@freehold/web";
import { limits } from "../limits.ts";

/** The thread that makes the figures of texts, within this server's limits. */
export function openFigureWorker(): FigureWorker {
  return createFigureWorker({
    length: {
      code: limits.codeCharacters,
      maths: limits.formulaCharacters,
      diagram: limits.diagramCharacters,
    },
    perText: limits.figuresPerText,
    figureMs: limits.figureMs,
    startMs: limits.figureStartMs,
    textMs: limits.textFiguresMs,
    waiting: limits.textsWaiting,
    cached: limits.figuresKept,
    memory: limits.figureMemory / 2 ** 20,
    idleMs: limits.figureIdleMs,
  });
}

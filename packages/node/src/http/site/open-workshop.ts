import { createWorkshop, type Workshop } from "@freehold/web";
import { limits } from "../limits.ts";

/** The thread that makes the figures of texts, within this server's limits. */
export function openWorkshop(): Workshop {
  return createWorkshop({
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
    kept: limits.figuresKept,
    memory: limits.figureMemory / 2 ** 20,
    idleMs: limits.figureIdleMs,
  });
}

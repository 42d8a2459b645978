import { parentPort } from "node:worker_threads";
import type { DrawnFigure, Figure } from "./figure.ts";

/** What this thread is asked, and what it answers; null for what can't be made. */
export interface FigureRequest {
  readonly id: number;
  readonly figure: Figure;
}
/** What was made of it; before that, that it is begun. */
export type FigureReply =
  | { readonly id: number; readonly isBegun: true }
  | { readonly id: number; readonly drawn: DrawnFigure | null };

type Draw = () => DrawnFigure | Promise<DrawnFigure>;

// Each library is loaded with the first figure that needs it: the diagrams' takes most of a second.
async function prepare(figure: Figure): Promise<Draw> {
  switch (figure.kind) {
    case "code": {
      const { highlightCode } = await import("./highlight-code.ts");
      return async () => ({ kind: "markup", html: await highlightCode(figure.source, figure.language) });
    }
    case "maths": {
      const { renderFormula } = await import("./formula.ts");
      return () => ({ kind: "markup", html: renderFormula(figure.source, figure.display) });
    }
    case "diagram": {
      const { drawDiagram } = await import("./diagram.ts");
      return () => drawDiagram(figure.source);
    }
  }
}

const answer = (reply: FigureReply) => parentPort?.postMessage(reply);

async function draw(id: number, figure: Figure): Promise<DrawnFigure> {
  const make = await prepare(figure);
  answer({ id, isBegun: true });
  return await make();
}

parentPort?.on("message", async ({ id, figure }: FigureRequest) => {
  answer({ id, drawn: await draw(id, figure).catch(() => null) });
});

import { parentPort } from "node:worker_threads";
import { type DrawnFigure, type Figure, isInBounds } from "./figure.ts";

export interface FigureRequest {
  readonly id: number;
  readonly figure: Figure;
}
/** First that drawing begins, then the result: null if it failed. */
export type FigureReply =
  | { readonly id: number; readonly isBegun: true }
  | { readonly id: number; readonly drawn: DrawnFigure | null };

// Each library is loaded on first use: that of diagrams takes most of a second.
async function prepare(figure: Figure): Promise<() => DrawnFigure | Promise<DrawnFigure>> {
  if (figure.kind === "diagram") {
    const { drawDiagram } = await import("./diagram.ts");
    return () => drawDiagram(figure.source);
  }
  if (figure.kind === "maths") {
    const { renderFormula } = await import("./formula.ts");
    return () => ({ kind: "markup", html: renderFormula(figure.source, figure.display) });
  }
  const { highlightCode } = await import("./highlight-code.ts");
  return async () => ({ kind: "markup", html: await highlightCode(figure.source, figure.language) });
}

const answer = (reply: FigureReply) => parentPort?.postMessage(reply);

parentPort?.on("message", async ({ id, figure }: FigureRequest) => {
  try {
    const draw = await prepare(figure);
    answer({ id, isBegun: true });
    const drawn = await draw();
    answer({ id, drawn: isInBounds(figure, drawn) ? drawn : null });
  } catch {
    answer({ id, drawn: null });
  }
});

import { parentPort } from "node:worker_threads";
import type { DrawnFigure, Figure } from "./figure.ts";

/** What this thread is asked, and what it answers; null for what can't be made. */
export interface FigureRequest {
  readonly id: number;
  readonly figure: Figure;
}
export interface FigureReply {
  readonly id: number;
  readonly drawn: DrawnFigure | null;
}

// Each library is loaded with the first figure that needs it: the diagrams' takes most of a second.
async function draw(figure: Figure): Promise<DrawnFigure> {
  switch (figure.kind) {
    case "code": {
      const { colourCode } = await import("./colour-code.ts");
      return { kind: "markup", html: await colourCode(figure.source, figure.language) };
    }
    case "maths": {
      const { setFormula } = await import("./set-formula.ts");
      return { kind: "markup", html: setFormula(figure.source, figure.display) };
    }
    case "diagram": {
      const { drawDiagram } = await import("./draw-diagram.ts");
      return drawDiagram(figure.source);
    }
  }
}

parentPort?.on("message", async ({ id, figure }: FigureRequest) => {
  const drawn = await draw(figure).catch(() => null);
  parentPort?.postMessage({ id, drawn } satisfies FigureReply);
});

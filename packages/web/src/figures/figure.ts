/** What of a text is made into more than text before its page is: by programs that are not trusted to come to an end. */
export type Figure =
  | { readonly kind: "code"; readonly language: string; readonly source: string }
  | { readonly kind: "maths"; readonly display: boolean; readonly source: string }
  | { readonly kind: "diagram"; readonly source: string };

/** What was made of a figure. `html` goes through the sanitiser like everything else. */
export type DrawnFigure =
  | { readonly kind: "markup"; readonly html: string }
  | { readonly kind: "picture"; readonly svg: string; readonly width: number; readonly height: number };

/** Figures that were made, by `keyOf`; whatever is not in it is shown as its source. */
export type DrawnFigures = ReadonlyMap<string, DrawnFigure>;

export function keyOf(figure: Figure): string {
  const variant =
    figure.kind === "code" ? figure.language : figure.kind === "maths" && figure.display ? "display" : "";
  return `${figure.kind}\n${variant}\n${figure.source}`;
}

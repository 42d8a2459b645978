/** Adds the stylesheet that brings the font of formulas, once. */
export function loadMathFont(): void {
  const href = document.querySelector<HTMLElement>("#app")?.dataset.mathematics;
  if (!href || document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

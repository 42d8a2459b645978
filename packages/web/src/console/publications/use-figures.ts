import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type DrawnFigure, type DrawnFigures, keyOf } from "../../figures/figure.ts";
import { readReferences } from "../../markdown/references.ts";
import { ApiError, codeOfStatus, fetchFromNode } from "../graphql.ts";
import { loadMathFont } from "./load-math-font.ts";

/** Figures by `keyOf`, newest last: while somebody writes, the other figures of the text stay as they are. */
const rendered = new Map<string, DrawnFigure | null>();
// Figures that stay in this page.
const mostRendered = 500;
/** The same limit as on a page of the site. */
const mostFigures = 200;
const noFigures: DrawnFigures = new Map();

/**
 * The code, the formulas and the diagrams of a text, rendered by the node as on its pages; those that are not there yet are
 * shown as their source.
 *
 * @param excerpt about this many characters are shown; undefined for all
 */
export function useFigures(markdown: string, excerpt: number | undefined): DrawnFigures {
  const wanted = useMemo(() => findFigures(markdown, excerpt), [markdown, excerpt]);
  const missing = wanted.filter((key) => !rendered.has(key));
  useQuery({
    queryKey: ["figures", ...missing],
    queryFn: async ({ signal }) => {
      await render(missing, signal);
      return missing.length;
    },
    enabled: missing.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: missing figures have come when their number falls
  return useMemo(() => {
    if (wanted.length === 0) return noFigures;
    const drawn = wanted.flatMap((key) => {
      const figure = rendered.get(key);
      return figure ? [[key, figure] as const] : [];
    });
    if (drawn.some(([, figure]) => figure.kind === "markup" && figure.html.startsWith("<math")))
      loadMathFont();
    return new Map(drawn);
  }, [wanted, missing.length]);
}

/** Their keys. This runs on every keystroke, so only texts that can have a figure are parsed. */
function findFigures(markdown: string, excerpt: number | undefined): readonly string[] {
  if (!/\$|```|~~~/.test(markdown)) return [];
  const { figures } = readReferences(markdown, { excerpt });
  return [...new Set(figures.map(keyOf))].slice(0, mostFigures);
}

async function render(figures: readonly string[], signal: AbortSignal): Promise<void> {
  const response = await fetchFromNode("/api/figures", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ figures }),
    signal,
  });
  if (!response.ok) throw new ApiError(codeOfStatus(response.status), response.statusText);
  const { drawn } = (await response.json()) as { drawn: readonly (DrawnFigure | null)[] };
  for (const [index, key] of figures.entries()) rendered.set(key, drawn[index] ?? null);
  for (const key of rendered.keys()) if (rendered.size > mostRendered) rendered.delete(key);
}

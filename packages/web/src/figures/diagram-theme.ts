import type { DrawnFigure } from "./figure.ts";

/** Ink on paper, as in `ground.css`; a picture of its own knows no variables of the page. */
const palettes = {
  light: {
    bg: "#fbfaf7",
    fg: "#1d1c1a",
    muted: "#6b675f",
    line: "#8f8a80",
    soft: "#f4f1eb",
    edge: "#cfc9be",
  },
  dark: { bg: "#171614", fg: "#ece8e0", muted: "#9c968a", line: "#7d776c", soft: "#201f1c", edge: "#45413b" },
} as const;

/** Which colour of the palette each name of the renderer's is. */
const roles: Readonly<Record<string, keyof (typeof palettes)["light"]>> = {
  bg: "bg",
  text: "fg",
  fg: "fg",
  "text-sec": "muted",
  "text-muted": "muted",
  "text-faint": "muted",
  line: "line",
  arrow: "muted",
  "node-fill": "soft",
  "node-stroke": "edge",
  "group-fill": "bg",
  "group-hdr": "soft",
  "inner-stroke": "edge",
  "key-badge": "edge",
};

/** A diagram in the colours of a theme, as the file that a page refers to. */
export function themeDiagram(
  { svg }: Extract<DrawnFigure, { kind: "picture" }>,
  theme: "light" | "dark",
): string {
  return svg.replace(/\{\{([a-z-]+)\}\}/g, (_, name: string) => palettes[theme][roles[name] ?? "line"]);
}

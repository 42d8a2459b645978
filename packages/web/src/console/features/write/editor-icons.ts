import type { Drawing } from "../../../drawings/drawing.ts";

const lines = (...paths: readonly string[]): Drawing => ({
  size: 24,
  shapes: paths.map((path) => ({ path, stroke: 1.75 })),
});

/** The icons of the editor's tools, shown in place of their names where there is little room. */
export const editorIcons = {
  picture: lines("M4 5h16v14H4z", "M4.5 16.5 9.5 11l4 4.5 2.5-2.5 3.5 3.5", "M15.5 9v.1"),
  preview: lines(
    "M3 12c2.4-4 5.4-6 9-6s6.6 2 9 6c-2.4 4-5.4 6-9 6s-6.6-2-9-6z",
    "M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  ),
  settings: lines("M5 7h8", "M17 7h2", "M15 5v4", "M5 17h2", "M11 17h8", "M9 15v4", "M5 12h11"),
  link: lines(
    "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6L12 7.2",
    "M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1.4-1.4",
  ),
  quote: lines("M5 6v12", "M10 8h9", "M10 12h9", "M10 16h6"),
  bullets: lines("M5 7v.1", "M5 12v.1", "M5 17v.1", "M9.5 7H20", "M9.5 12H20", "M9.5 17H20"),
  insert: lines("M12 5v14", "M5 12h14"),
  undo: lines("M8 5 4 9l4 4", "M4.5 9H14a5.5 5.5 0 0 1 0 11h-3"),
  more: { size: 24, shapes: [{ path: "M6 12v.1M12 12v.1M18 12v.1", stroke: 2.75 }] },
} as const satisfies Readonly<Record<string, Drawing>>;

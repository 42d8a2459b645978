import type { Drawing } from "../../drawings/drawing.ts";

const lines = (...paths: readonly string[]): Drawing => ({
  size: 24,
  shapes: paths.map((path) => ({ path, stroke: 1.75 })),
});

/** The icons of the navigation, and of notifications without an address. */
export const icons = {
  home: lines("M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z"),
  posts: lines("M6 4h12v16H6z", "M9 8.5h6", "M9 12h6", "M9 15.5h3.5"),
  inbox: lines("M4 14 6.5 5h11L20 14v5H4z", "M4 14h5a3 3 0 0 0 6 0h5"),
  settings: lines("M5 7h8", "M17 7h2", "M15 5v4", "M5 17h2", "M11 17h8", "M9 15v4", "M5 12h11"),
  write: lines("M5 19l1-4L16.5 4.5a2 2 0 0 1 3 3L9 18z", "M14.5 6.5l3 3"),
  comment: lines("M4.5 5h15v10.5h-8L7 19.5v-4H4.5z"),
  problem: lines("M12 4.5 20.5 19h-17z", "M12 10v4", "M12 16.4v.1"),
  search: lines("M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12z", "M15 15l5 5"),
} as const satisfies Readonly<Record<string, Drawing>>;

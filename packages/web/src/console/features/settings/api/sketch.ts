/** What the owner wrote last, in this tab: a reload keeps it, and closing the tab drops it. */
interface Sketch {
  readonly query: string;
  readonly variables: string;
}

const key = "freehold-api-sketch";

/** The sketch of this tab; empty without one. */
export function readSketch(): Sketch {
  try {
    const { query = "", variables = "" } = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Sketch>;
    return { query, variables };
  } catch {
    return { query: "", variables: "" };
  }
}

export function saveSketch(sketch: Sketch): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sketch));
  } catch {
    // Without storage a reload starts with the example.
  }
}

import { parseSync, Visitor } from "rolldown/utils";

/**
 * Replaces the paths by which a module finds files beside itself: `new URL("…", import.meta.url)`. The same words in a text, such as
 * a script for browsers, stay as they are.
 *
 * @param id the module's path
 * @param move gives the new path of a literal one
 * @throws Error where a path is no literal: nobody knows which file it means
 */
export function relocate(code: string, id: string, move: (path: string) => string): string {
  const paths: { start: number; end: number; value: unknown }[] = [];
  new Visitor({
    NewExpression({ callee, arguments: [path, base] }) {
      if (callee.type !== "Identifier" || callee.name !== "URL" || !path || !base) return;
      if (code.slice(base.start, base.end) !== "import.meta.url") return;
      paths.push({ start: path.start, end: path.end, value: path.type === "Literal" ? path.value : null });
    },
  }).visit(parseSync(id, code).program);
  let moved = code;
  for (const { start, end, value } of paths.reverse()) {
    if (typeof value !== "string")
      throw new Error(`${id}: the bundle finds only files and folders with a literal path.`);
    if (value.startsWith("."))
      moved = `${moved.slice(0, start)}${JSON.stringify(move(value))}${moved.slice(end)}`;
  }
  return moved;
}

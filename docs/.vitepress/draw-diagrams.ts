import type { MarkdownRenderer } from "vitepress";
import { drawDiagram } from "../../packages/web/src/figures/diagram.ts";

/** Mermaid diagrams as a node draws them in posts, in the colours of the page. */
export function drawDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, options, env, self) => {
    const { info = "", content = "" } = tokens[at] ?? {};
    if (info.trim() !== "mermaid") return fence?.(tokens, at, options, env, self) ?? "";
    const drawn = drawDiagram(content);
    if (drawn.kind !== "picture") throw new Error("The diagram is no picture.");
    const svg = drawn.svg
      .replace("<svg ", '<svg role="img" aria-label="Diagram" ')
      .replace(/\{\{([a-z-]+)\}\}/g, (_, name: string) => `var(--diagram-${name}, var(--diagram-line))`);
    return `<div class="diagram">${svg}</div>\n`;
  };
}

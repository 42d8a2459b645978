import type { Env, MarkdownIt, MarkdownItOptions, Token } from "markdown-it";
import { surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** How large the HTML of a text may become. Characters, as JavaScript counts them. */
export interface OutputBound {
  /** For each character of the source. */
  readonly multiple: number;
  /** On top of it, so that a short text may have a table or a quoted post. */
  readonly extra: number;
  /** For a text of any length. */
  readonly most: number;
}

/** The largest HTML that a text may become. */
export function boundFor(source: string, { multiple, extra, most }: OutputBound): number {
  return Math.min(most, multiple * source.length + extra);
}

class OutputTooLargeError extends Error {}

/** Counts the output of a text while it is rendered, and ends the rendering when it is too large (`renderWithin`). */
export function countOutput({ renderer }: MarkdownIt): void {
  type Options = Required<MarkdownItOptions>;
  const write = (tokens: Token[], index: number, options: Options, env: Env | undefined): string => {
    const token = tokens[index];
    if (token === undefined) return "";
    if (token.type === "inline") return renderer.renderInline(token.children ?? [], options, env);
    const html =
      renderer.rules[token.type]?.(tokens, index, options, env, renderer) ??
      renderer.renderToken(tokens, index, options);
    const bounded = surroundingsOf(env);
    if (bounded.outputLeft === undefined) return html;
    bounded.outputLeft -= html.length;
    if (bounded.outputLeft < 0) throw new OutputTooLargeError();
    return html;
  };
  renderer.render = renderer.renderInline = (tokens, options, env) => {
    let html = "";
    for (let index = 0; index < tokens.length; index += 1) html += write(tokens, index, options, env);
    return html;
  };
}

/**
 * Renders with a parser that counts its output.
 *
 * @param most characters; a little more may be written after the last one was counted, such as the text of a note beside it
 * @returns null if it would be more
 */
export function renderWithin<Result>(
  env: TextSurroundings,
  most: number,
  render: (env: TextSurroundings) => Result,
): Result | null {
  try {
    return render(Object.assign(env, { outputLeft: most }));
  } catch (error) {
    if (error instanceof OutputTooLargeError) return null;
    throw error;
  }
}

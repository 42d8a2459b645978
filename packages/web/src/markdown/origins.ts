import type { MarkdownIt } from "markdown-it";
import { surroundingsOf, type TextSurroundings } from "./parts-of.ts";

/** Whether an address is a path of the site that the text stands on. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address);
}

/** An address as a reader of this site may follow it: a path of another node leads there. */
export function leadHome(address: string, { origin }: TextSurroundings): string {
  return origin !== undefined && isOwnPath(address) ? new URL(address, origin).href : address;
}

/** Links in a text of another node lead to that node. */
export function origins(md: MarkdownIt): void {
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    token?.attrSet("href", leadHome(String(token.attrGet("href") ?? ""), surroundingsOf(env)));
    return self.renderToken(tokens, index, options);
  };
}

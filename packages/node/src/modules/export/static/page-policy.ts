const base = [
  "default-src 'none'",
  "style-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Rights of pages, as those that the node sends in a header. A page can't forbid frames by an element. */
const policies = {
  /** Pages that only show something. */
  shown: [...base, "img-src 'self'", "script-src 'none'"],
  /** The search: its program is WebAssembly and reads its index, and its styles hold a picture. */
  search: [...base, "img-src 'self' data:", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'"],
  /** Pages that lead elsewhere. */
  redirect: ["default-src 'none'", "base-uri 'none'", "form-action 'none'"],
};

/** The element with the policy of a page, for servers that send no header. */
export function renderPolicy(kind: keyof typeof policies): string {
  return `<meta http-equiv="Content-Security-Policy" content="${policies[kind].join("; ")}">`;
}

const charset = /<meta charset="utf-8"[^<>]*>/i;

/**
 * Adds the policy before everything that a page loads.
 *
 * @throws Error for a page whose head begins otherwise
 */
export function addPolicy(html: string, kind: keyof typeof policies): string {
  if (!charset.test(html.slice(0, 1024))) throw new Error("A page has lost the beginning of its head.");
  return html.replace(charset, (element) => `${element}${renderPolicy(kind)}`);
}

const paths: ReadonlySet<string> = new Set(["/livez", "/readyz", "/metrics"]);

/** Whether a request comes from what watches over the process, which must always get an answer. */
export function isWatching(url: string): boolean {
  return paths.has(url);
}

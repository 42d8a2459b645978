/** What tells one version of bytes from another. */
export interface Validators {
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
  /** Milliseconds of the Unix epoch, whole seconds. */
  readonly lastModified: number | null;
}

interface ConditionHeaders {
  readonly "if-none-match"?: string | undefined;
  readonly "if-modified-since"?: string | undefined;
  readonly "if-range"?: string | undefined;
}

/** Whether the asker has these bytes already, so that the answer is 304 (RFC 9110 section 13.2.2). */
export function isUnchanged(headers: ConditionHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  const since = parseHttpDate(headers["if-modified-since"]);
  return since !== null && lastModified !== null && lastModified <= since;
}

/** Whether a `Range` still counts: there is no `If-Range`, or it names exactly this version (RFC 9110 section 13.1.5). */
export function mayTakeRange(headers: ConditionHeaders, { etag, lastModified }: Validators): boolean {
  const known = headers["if-range"]?.trim();
  if (known === undefined) return true;
  if (known.includes('"')) return known === etag;
  return lastModified !== null && parseHttpDate(known) === lastModified;
}

/** Milliseconds, or null for what is no date of HTTP's preferred form. */
function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text.trim()))
    return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

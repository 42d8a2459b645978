import type { IncomingMessage } from "node:http";

/** What the node answered. */
export interface Reply {
  readonly status: number;
  /** By lower-case name; what was sent several times is joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown;
  /** Milliseconds of the Unix epoch, by this machine's clock. */
  readonly receivedAt: number;
  /** Method and path, where replies of several requests are looked at together. */
  readonly request?: string;
}

/** A success of any kind. GraphQL says no by 200, with errors. */
export function isAccepted({ status, json }: Pick<Reply, "status" | "json">): boolean {
  const hasErrors = typeof json === "object" && json !== null && "errors" in json;
  return status >= 200 && status < 300 && !hasErrors;
}

const maxBytes = 128 * 1024 * 1024;

/** Reads a whole reply. Throws when it breaks off or has more than 128 MiB. */
export async function readReply(incoming: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new Error("the reply is larger than 128 MiB");
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body,
    json: parseJson(body),
    receivedAt: Date.now(),
  };
}

/** A reply in a few words, for a report: nothing in it can move a terminal's cursor. */
export function describeReply({ status, headers, body }: Reply): string {
  const type = headers["content-type"] ?? "";
  const isText = /json|text/.test(type) || body.length === 0;
  const content = isText ? body.toString("utf8") : `${body.length} bytes of ${type || "no content type"}`;
  return plain(`${status} ${content}`.trim());
}

/** Text that somebody else wrote, on one short line, without control characters. */
export function plain(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** The body as JSON, undefined when it is none. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

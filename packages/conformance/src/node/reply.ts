import type { IncomingMessage } from "node:http";

export interface Reply {
  readonly status: number;
  /** By lower-case name; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
  /** Milliseconds of the Unix epoch on this machine's clock. */
  readonly receivedAt: number;
  /** Method and path. */
  readonly request?: string;
}

/** Whether this is a success. GraphQL refuses with status 200 and errors. */
export function isAccepted({ status, json }: Pick<Reply, "status" | "json">): boolean {
  const hasErrors = typeof json === "object" && json !== null && "errors" in json;
  return status >= 200 && status < 300 && !hasErrors;
}

const maxBytes = 128 * 1024 * 1024;

/** Reads a whole reply. Throws if it is cut off or larger than 128 MiB. */
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

/** A reply in one short line without control characters, for a report. */
export function describeReply({ status, headers, body }: Reply): string {
  const type = headers["content-type"] ?? "";
  const isText = /json|text/.test(type) || body.length === 0;
  const content = isText ? body.toString("utf8") : `${body.length} bytes of ${type || "no content type"}`;
  return plain(`${status} ${content}`.trim());
}

/** Untrusted text in one short line without control characters. */
export function plain(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** A reply as it came over the wire. */
export interface Reply {
  readonly status: number;
  /** Names in lower case; what came twice is joined by a comma and a blank. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why bytes are no reply. */
export class BadReplyError extends Error {}

/**
 * Reads replies off a connection, to the letter (RFC 9112 section 6.3): what is left over or missing shows.
 */
export class ReplyReader {
  readonly replies: Reply[] = [];
  private left: Buffer = Buffer.alloc(0);
  private readonly methods: readonly string[];

  /** @param methods of the requests that were sent, in their order */
  constructor(methods: readonly string[]) {
    this.methods = methods;
  }

  get isDone(): boolean {
    return this.replies.length >= this.methods.length;
  }

  /** Whether something came that no request of ours was answered by. */
  get hasRest(): boolean {
    return this.left.length > 0;
  }

  /** @throws BadReplyError */
  take(bytes: Buffer): void {
    this.left = this.left.length === 0 ? bytes : Buffer.concat([this.left, bytes]);
    while (!this.isDone && this.readOne(false));
  }

  /** The other side has closed: what lasts until then is whole now. */
  end(): void {
    if (!this.isDone) this.readOne(true);
  }

  private readOne(isClosed: boolean): boolean {
    const end = this.left.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const head = parseHead(this.left.toString("latin1", 0, end));
    if (head.status < 200) {
      this.left = this.left.subarray(end + 4);
      return this.left.length > 0;
    }
    const rest = this.left.subarray(end + 4);
    const body = readBody(head, rest, { method: this.methods[this.replies.length] ?? "GET", isClosed });
    if (body === null) return false;
    this.replies.push({ ...head, body: body.bytes });
    this.left = rest.subarray(body.length);
    return this.left.length > 0;
  }
}

type Head = Pick<Reply, "status" | "headers">;

function parseHead(text: string): Head {
  const [line = "", ...lines] = text.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(line)?.[1]);
  if (!status) throw new BadReplyError(`This begins no reply: ${JSON.stringify(line.slice(0, 100))}`);
  const headers: Record<string, string> = {};
  for (const one of lines) {
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(one) ?? [];
    if (name === undefined || /[^\t\P{Cc}]/u.test(value))
      throw new BadReplyError(`This is no header: ${JSON.stringify(one.slice(0, 200))}`);
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status, headers };
}

/** @returns null while something is missing */
function readBody(
  { status, headers }: Head,
  rest: Buffer,
  { method, isClosed }: { method: string; isClosed: boolean },
): { bytes: Buffer; length: number } | null {
  if (method === "HEAD" || status === 204 || status === 304) return { bytes: Buffer.alloc(0), length: 0 };
  if (/chunked/i.test(headers["transfer-encoding"] ?? "")) return readChunks(rest);
  const given = headers["content-length"];
  if (given === undefined) return isClosed ? { bytes: rest, length: rest.length } : null;
  if (!/^\d{1,15}$/.test(given)) throw new BadReplyError(`This is no length: ${given}`);
  const length = Number(given);
  return rest.length >= length ? { bytes: rest.subarray(0, length), length } : null;
}

function readChunks(rest: Buffer): { bytes: Buffer; length: number } | null {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) return null;
    const text = rest.toString("latin1", at, line);
    if (!/^[0-9a-f]{1,8}$/i.test(text))
      throw new BadReplyError(`This begins no chunk: ${JSON.stringify(text.slice(0, 50))}`);
    const size = Number.parseInt(text, 16);
    const end = line + 2 + size + 2;
    if (rest.length < end) return null;
    if (size === 0) return { bytes: Buffer.concat(pieces), length: end };
    pieces.push(rest.subarray(line + 2, line + 2 + size));
    at = end;
  }
}

import type { Inventory } from "../target/inventory.ts";
import type { FuzzRequest, Mangle } from "./fuzz-request.ts";

const chunkBytes = 700;

/** The request as it goes over the wire. */
export function renderRequest(
  request: FuzzRequest,
  inventory: Pick<Inventory, "credentials" | "url">,
): Buffer {
  const { method, target, mangles } = request;
  const lines = headersOf(request, inventory).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  const whole = Buffer.concat([head, frame(request)]);
  return mangles.reduce(mangle, whole);
}

/** The same as a command that anybody can try. */
export function renderCurl(request: FuzzRequest, inventory: Pick<Inventory, "credentials" | "url">): string {
  const { method, target, body, mangles } = request;
  const quote = (text: string) => `$'${text.replace(/[\\']/g, "\\$&").replace(/[^ -~]/g, escapeByte)}'`;
  const headers = headersOf(request, inventory).filter(([name]) => !/^(content-length|host)$/i.test(name));
  const parts = [
    `curl -si --path-as-is -X ${quote(method)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quote(Buffer.from(body).toString("latin1"))}`] : []),
    quote(`http://localhost:8543${target}`),
  ];
  const note = mangles.length > 0 ? `  # then its bytes were changed: ${JSON.stringify(mangles)}` : "";
  return `${parts.join(" ")}${note}`;
}

function escapeByte(letter: string): string {
  return `\\x${(letter.charCodeAt(0) & 255).toString(16).padStart(2, "0")}`;
}

function headersOf(
  request: FuzzRequest,
  { credentials, url }: Pick<Inventory, "credentials" | "url">,
): [string, string][] {
  const { headers, framing, caller } = request;
  const body = bodyOf(request);
  const own: [string, string][] = [["Host", new URL(url).host]];
  const token = credentials[caller];
  const isCookie = caller === "owner-cookie" || caller === "forged";
  if (token !== null)
    own.push(
      isCookie
        ? ["Cookie", `__Host-freehold_session=${token}; freehold_session=${token}`]
        : ["Authorization", `Bearer ${token}`],
    );
  if (isCookie) own.push(["Origin", caller === "forged" ? "https://evil.example" : url]);
  const given = headers.filter(([name]) => !(isCookie && /^(origin|cookie|sec-fetch-site)$/i.test(name)));
  const framed: [string, string][] =
    body === null
      ? []
      : framing === "chunked"
        ? [["Transfer-Encoding", "chunked"]]
        : [["Content-Length", String(body.length)]];
  return [...own, ...given.map(([name, value]): [string, string] => [name, value]), ...framed];
}

/** A POST has a body always, an empty one if there is no other. */
function bodyOf({ body, method }: FuzzRequest): Uint8Array | null {
  return body ?? (method === "POST" ? new Uint8Array() : null);
}

function frame(request: FuzzRequest): Buffer {
  const body = bodyOf(request);
  if (body === null || request.framing === "length") return Buffer.from(body ?? []);
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const piece = body.subarray(at, at + chunkBytes);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), Buffer.from(piece), Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
}

function mangle(bytes: Buffer, { how, at, size, text }: Mangle): Buffer {
  const offset = bytes.length === 0 ? 0 : at % bytes.length;
  const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset)];
  switch (how) {
    case "flip":
      return Buffer.concat([before, Buffer.from([(after[0] ?? 0) ^ (1 << (size % 8))]), after.subarray(1)]);
    case "drop":
      return Buffer.concat([before, after.subarray(size)]);
    case "repeat":
      return Buffer.concat([before, after.subarray(0, size), after]);
    case "insert":
      return Buffer.concat([before, Buffer.from(text), after]);
    case "cut":
      return before;
  }
}

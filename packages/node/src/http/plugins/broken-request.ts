import type { Socket } from "node:net";
import type { EwpErrorCode } from "@freehold/protocol";
import { limits } from "../limits.ts";
import { presentCode } from "../present-error.ts";

/** What the parser of HTTP says, and what that is here; everything else is a request that can't be read. */
const replies: Record<string, { line: string; code: EwpErrorCode; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: "431 Request Header Fields Too Large",
    code: "PAYLOAD_TOO_LARGE",
    detail: "The URL and the headers are too long, or too many.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: "408 Request Timeout",
    code: "INVALID_PAYLOAD",
    detail: "The request took too long to arrive.",
  },
};

const broken = { line: "400 Bad Request", code: "INVALID_PAYLOAD", detail: "This is not HTTP." } as const;

/**
 * Answers what can't be read as HTTP, and closes the connection. The path may be unknown here, so the answer has the
 * protocol's form for everybody.
 *
 * @param code of Node's parser
 * @param method where it could be read: HEAD gets no body
 */
export function replyToBrokenRequest(code: string, socket: Socket, method?: string): void {
  if (!socket.writable || code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { line, code: ewpCode, detail } = replies[code] ?? broken;
  const body = JSON.stringify({ error: ewpCode });
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${body.length}`,
      `X-Error-Detail: ${presentCode(ewpCode, { detail }).detail}`,
      "Connection: close",
      "",
      method === "HEAD" ? "" : body,
    ].join("\r\n"),
  );
  // Don't wait for a client that does not read the reply.
  socket.setTimeout(limits.brokenReplyMs, () => socket.destroy());
}

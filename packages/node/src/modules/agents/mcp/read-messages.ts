import { createInterface } from "node:readline";
import { Readable, type Writable } from "node:stream";
import { isRecord, parseJson } from "@freehold/protocol/internal";

/**
 * The lines of an input that are messages, as an input. A line that is no JSON, or no message, is answered at once, because its
 * client waits (JSON-RPC 2.0, section 5.1: -32700 and -32600, with the id null); an empty one is left out.
 */
export function readMessages(input: Readable, output: Writable): Readable {
  async function* messages(): AsyncGenerator<string> {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const message = parseJson(line);
      if (isRecord(message) && message.jsonrpc === "2.0") {
        yield `${line}\n`;
        continue;
      }
      const isJson = message !== null || line.trim() === "null";
      const error = isJson
        ? { code: -32_600, message: "This is not a message of JSON-RPC 2.0." }
        : { code: -32_700, message: "This line is not JSON." };
      output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
    }
  }
  return Readable.from(messages(), { objectMode: false });
}

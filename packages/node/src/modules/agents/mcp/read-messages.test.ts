import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readMessages } from "./read-messages.ts";

it("passes messages on, and answers each line that is none", async () => {
  const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const lines = ["{nonsense", "", "[1]", "null", "42", '{"id":1}', "  ", message, '"x', message];
  const output = new PassThrough();
  const input = readMessages(Readable.from(lines.map((line) => `${line}\r\n`)), output);
  expect(await text(input)).toBe(`${message}\n${message}\n`);
  output.end();
  const answers = (await text(output))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32_700],
    [null, -32_600],
    [null, -32_600],
    [null, -32_600],
    [null, -32_600],
    [null, -32_700],
  ]);
});

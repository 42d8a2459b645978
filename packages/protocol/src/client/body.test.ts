import { expect, it } from "vitest";
import { discard, limitBytes, tapBytes } from "./body.ts";

function source(chunks: number) {
  const state = { ended: 0 };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (chunks-- > 0) controller.enqueue(new Uint8Array(10));
      else controller.close();
    },
    cancel() {
      state.ended++;
    },
  });
  return { state, stream };
}

it("ends its source when it is ended before the first byte", async () => {
  const { state, stream } = source(5);
  await discard(tapBytes(limitBytes(stream, 100), {}));
  expect(state.ended).toBe(1);
});

it("ends its source when the reader leaves, and when it fails itself", async () => {
  const left = source(5);
  for await (const _ of limitBytes(left.stream, 100)) break;
  const failed = source(5);
  await expect(Array.fromAsync(limitBytes(failed.stream, 15))).rejects.toThrow("more than 15 bytes");
  expect([left.state.ended, failed.state.ended]).toEqual([1, 1]);
});

it("passes all bytes on and reports the end", async () => {
  const over: string[] = [];
  const chunks = await Array.fromAsync(tapBytes(source(3).stream, { end: () => void over.push("end") }));
  expect([chunks.length, over]).toEqual([3, ["end"]]);
});

import { expect, it } from "vitest";
import { limitTime } from "./limit-time.ts";
import { PeerError } from "./peer-error.ts";

/** Gives its pieces, then waits until it is ended. */
function hanging(...pieces: number[]) {
  const ended = Promise.withResolvers<void>();
  const source: AsyncIterable<Uint8Array> & { ended: Promise<void> } = {
    ended: ended.promise,
    [Symbol.asyncIterator]: () => ({
      next() {
        const piece = pieces.shift();
        if (piece === undefined) return new Promise(() => {});
        return Promise.resolve({ done: false, value: Uint8Array.of(piece) });
      },
      async return() {
        ended.resolve();
        return { done: true, value: undefined };
      },
    }),
  };
  return source;
}

async function* inTime() {
  yield Uint8Array.of(1);
  yield Uint8Array.of(2);
}

async function read(source: AsyncIterable<Uint8Array>): Promise<number[]> {
  return (await Array.fromAsync(source)).flatMap((chunk) => [...chunk]);
}

it("passes on bytes that arrive in time", async () => {
  expect(await read(limitTime(inTime(), 60_000))).toEqual([1, 2]);
});

it("ends a source that hangs with the error timeout", async () => {
  const source = hanging(1);
  await expect(read(limitTime(source, 20))).rejects.toEqual(
    expect.objectContaining({ name: "PeerError", kind: "timeout" } satisfies Partial<PeerError>),
  );
  await source.ended;
});

it("ends the source with the reader", async () => {
  const source = hanging(1);
  for await (const _ of limitTime(source, 60_000)) break;
  await source.ended;
});

it("passes on what the source throws", async () => {
  const failing = (async function* () {
    yield Uint8Array.of(1);
    throw new PeerError("unreachable", "gone");
  })();
  await expect(read(limitTime(failing, 60_000))).rejects.toMatchObject({ kind: "unreachable" });
});

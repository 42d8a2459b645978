import { expect, test } from "vitest";
import { changeTag, type TagRequest } from "./change-tag.ts";

const request = { tag: "sea", to: "ocean", merges: false };

/** A node that answers with these numbers, one after another: texts changed, texts left; null ends the connection. */
function answer(...replies: readonly (readonly [changed: number, left: number] | null)[]) {
  const sent: TagRequest[] = [];
  const progress: number[] = [];
  const outcome = changeTag(
    async (one) => {
      const reply = replies[sent.push(one) - 1];
      if (!reply) throw new TypeError("no connection");
      const [changed, left] = reply;
      return {
        changed,
        left,
        signed: 1,
        isTaken: changed === 0 && !one.merges,
        spelling: `Sea${sent.length}`,
      };
    },
    request,
    (changed) => progress.push(changed),
  );
  return { outcome, sent, progress };
}

test("all texts are changed in as many calls as it takes, into the tag that the first call made", async () => {
  const { outcome, sent, progress } = answer([50, 53], [50, 3], [3, 0]);
  expect(await outcome).toEqual({
    changed: 103,
    left: 0,
    signed: 1,
    isTaken: false,
    spelling: "Sea1",
    problem: null,
  });
  expect(sent.map(({ merges }) => merges)).toEqual([false, true, true]);
  expect(progress).toEqual([50, 100]);
});

test("a tag that is there already is not merged without a question", async () => {
  const { outcome, sent } = answer([0, 4]);
  expect([(await outcome).isTaken, sent.length]).toEqual([true, 1]);
});

test("it ends where nothing more can be changed now, and where the node does not answer", async () => {
  expect(await answer([50, 2], [0, 2]).outcome).toMatchObject({ changed: 50, left: 2, problem: null });
  expect(await answer([50, 9], null).outcome).toMatchObject({
    changed: 50,
    left: 9,
    problem: new TypeError("no connection"),
  });
  await expect(answer(null).outcome).rejects.toThrow("no connection");
});

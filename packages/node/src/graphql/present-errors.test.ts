import { GraphQLError } from "graphql";
import { describe, expect, test } from "vitest";
import { AppError, msg } from "../errors/errors.ts";
import { limits } from "./limits.ts";
import { presentErrors, presentRefusal } from "./present-errors.ts";

/** The lines of the log when a field fails with `cause`. */
function logged(cause: Error, signal: AbortSignal): string[] {
  const lines: string[] = [];
  const silent = () => {};
  const log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (_facts: object, sentence: string) => lines.push(sentence),
  };
  const [error] = presentErrors([new GraphQLError("x", { originalError: cause })], {
    log,
    requestId: "1",
    signal,
    translate: () => null,
  });
  expect(error?.extensions).toMatchObject({ code: "INTERNAL_ERROR" });
  return lines;
}

test("what was given up because its client went away is no failure", () => {
  const gone = new AbortController();
  gone.abort();
  expect(logged(gone.signal.reason, gone.signal)).toEqual([]);
  expect(logged(new Error("The disk is broken."), gone.signal)).toEqual(["a field could not be resolved"]);
});

test("what failed for itself is one", () => {
  const { signal } = new AbortController();
  expect(logged(new DOMException("x", "AbortError"), signal)).toEqual(["a field could not be resolved"]);
});

describe("a sentence", () => {
  const { signal } = new AbortController();
  const silent = () => {};
  const confidant = {
    log: { debug: silent, info: silent, warn: silent, error: silent },
    requestId: "1",
    signal,
    translate: () => null,
  };
  const said = (sentence: string) => {
    const originalError = new AppError("VALIDATION_FAILED", sentence);
    return presentErrors([new GraphQLError("x", { originalError })], confidant)[0]?.message ?? "";
  };
  const refused = (...sentences: string[]) =>
    presentRefusal(sentences.map((sentence) => new GraphQLError(sentence))).map(({ message }) => message);

  test("stays as it is up to the limit, and loses its middle beyond it", () => {
    const { errorLength, refusalBytes } = limits;
    for (const [say, most] of [
      [said, errorLength],
      [(sentence: string) => refused(sentence)[0] ?? "", refusalBytes],
    ] as const) {
      expect(say("x".repeat(most))).toBe("x".repeat(most));
      const shortened = say(`Begins ${"x".repeat(most)} ends.`);
      expect(shortened).toMatch(/^Begins x+ … x+ ends\.$/);
      expect(Buffer.byteLength(shortened)).toBeLessThanOrEqual(most);
    }
  });

  test("comes as a template with its values, unless it had to be shortened", () => {
    const sentenceOf = (value: string) => {
      const originalError = new AppError("VALIDATION_FAILED", msg`There is no ${value}.`);
      return presentErrors([new GraphQLError("x", { originalError })], confidant)[0]?.extensions?.sentence;
    };
    expect(sentenceOf("post")).toEqual([{ code: "There is no {0}.", values: ["post"] }]);
    expect(sentenceOf("x".repeat(limits.errorLength))).toBeUndefined();
  });

  test("comes in the language of the page, unless its values are long", () => {
    const translate = () => "没有。";
    const textOf = (length: number) => {
      const originalError = new AppError("NOT_FOUND", msg`There is no ${"x".repeat(length)}.`);
      const [error] = presentErrors([new GraphQLError("x", { originalError })], { ...confidant, translate });
      return error?.extensions?.text;
    };
    expect(textOf(limits.translatedValuesLength)).toBe("没有。");
    expect(textOf(limits.translatedValuesLength + 1)).toBeUndefined();
  });

  test("of a refusal is as short as there are many", () => {
    const sentences = refused(...Array.from({ length: limits.validationErrors + 1 }, () => "字".repeat(500)));
    expect(Buffer.byteLength(sentences.join(""))).toBeLessThanOrEqual(limits.refusalBytes);
    for (const sentence of sentences) expect(sentence).toMatch(/^字+ … 字+$/);
  });
});

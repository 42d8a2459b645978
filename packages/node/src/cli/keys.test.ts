import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askSecret } from "./keys.ts";
import type { Input } from "./terminal.ts";

function sit() {
  const raw: boolean[] = [];
  const stream = new PassThrough();
  const input: Input = Object.assign(stream, { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  let shown = "";
  const ask = (text: string) => {
    shown += text;
  };
  return {
    input,
    type: (text: string) => stream.write(text),
    end: () => stream.end(),
    ask,
    raw,
    shown: () => shown,
  };
}

describe("askSecret", () => {
  it("reads a line without showing it, and leaves the terminal as it was", async () => {
    const person = sit();
    const answer = askSecret(person.input, person.ask, "Password: ");
    person.type("sä");
    person.type("x\u007f🔑\r");
    expect(await answer).toBe("sä🔑");
    expect(person.shown()).toBe("Password: \n");
    expect(person.raw).toEqual([true, false]);
  });

  it("keeps what was typed ahead for the next question", async () => {
    const person = sit();
    const first = askSecret(person.input, person.ask, "");
    person.type("one\rtwo\r");
    expect(await first).toBe("one");
    expect(await askSecret(person.input, person.ask, "")).toBe("two");
  });

  it.each(["\u0003", "\u0004"])("gives up at %j", async (key) => {
    const person = sit();
    const answer = askSecret(person.input, person.ask, "");
    person.type(`secret${key}`);
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    expect(person.raw).toEqual([true, false]);
  });

  it("gives up when the input ends", async () => {
    const person = sit();
    const answer = askSecret(person.input, person.ask, "");
    person.end();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });
});

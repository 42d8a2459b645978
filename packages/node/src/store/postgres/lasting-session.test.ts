import { EventEmitter } from "node:events";
import type pg from "pg";
import { expect, it } from "vitest";
import { keepSession } from "./lasting-session.ts";

/** Of a session, all that is kept is its end. */
class Session extends EventEmitter {
  isEnded = false;
  async end() {
    this.isEnded = true;
    this.emit("end");
  }
}

const asClient = (session: Session) => session as unknown as pg.Client;

it("opens a session again when it ends, and when it can't be opened at first", async () => {
  const opened: Session[] = [];
  let attempts = 0;
  const kept = keepSession(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("No.");
    if (attempts === 2) return null;
    opened.push(new Session());
    return asClient(opened.at(-1) as Session);
  });
  await expect.poll(() => opened.length, { interval: 5 }).toBe(1);
  expect(attempts).toBe(3);
  await opened[0]?.end();
  await expect.poll(() => opened.length, { interval: 5 }).toBe(2);
  await kept[Symbol.asyncDispose]();
  expect(opened.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  expect(attempts).toBe(4);
});

it("does not wait for an attempt when it is disposed of, and ends what that opens", async () => {
  const attempt = Promise.withResolvers<pg.Client>();
  const kept = keepSession(() => attempt.promise);
  await kept[Symbol.asyncDispose]();
  const session = new Session();
  attempt.resolve(asClient(session));
  await expect.poll(() => session.isEnded, { interval: 5 }).toBe(true);
});

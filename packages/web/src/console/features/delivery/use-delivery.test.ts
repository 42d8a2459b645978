import { expect, test } from "vitest";
import { en } from "../../../messages/console/en.ts";
import { firstEn } from "../../../messages/console/first-en.ts";
import { formatDelivery } from "./use-delivery.ts";

const messages = { ...firstEn, ...en };
const ended = { state: "REFUSED", attempts: 1, createdAt: "2026-01-01T00:00:00Z" } as const;

test("what this node did not send was refused by nobody", () => {
  const { refused, notSent } = messages.delivery.states;
  const stateOf = (reason: string | null) => formatDelivery(messages, { ...ended, reason });
  expect(
    [
      "deleted before it was delivered",
      "it is no follower any more",
      "the node was blocked meanwhile",
      "the follow was ended meanwhile",
      "a newer profile went out instead",
      "its owner gave it up after the node died each time that it was tried",
    ].map(stateOf),
  ).toEqual(Array(6).fill(notSent));
  expect(["it answered 400 INVALID_PAYLOAD", "it no longer follows", null].map(stateOf)).toEqual(
    Array(3).fill(refused),
  );
});

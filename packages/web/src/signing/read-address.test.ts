import { expect, test } from "vitest";
import { readAddress } from "./read-address.ts";

test.each([
  ["", "empty", null],
  ["  ", "empty", null],
  ["http://ada.example", "plain", null],
  ["http://localhost:8543/", "local", "http://localhost:8543"],
  ["http://127.0.0.1:8543", "local", "http://127.0.0.1:8543"],
  ["http://192.168.1.7:8543", "plain", null],
  ["nonsense", "broken", null],
  ["ftp://ada.example", "broken", null],
  ["ada", "broken", null],
  ["https://", "broken", null],
  ["https://me@ada.example", "broken", null],
  ["https://ada.example/?a", "broken", null],
  ["ada.example", "right", "https://ada.example"],
  [" https://Ada.example/ ", "right", "https://ada.example"],
  ["https://ada.example/notes/", "right", "https://ada.example/notes"],
  ["https://localhost:8543", "right", "https://localhost:8543"],
  ["https://例え.jp", "right", "https://xn--r8jz45g.jp"],
])("%j is %s", (typed, state, url) => {
  expect(readAddress(typed)).toEqual({ state, url });
});

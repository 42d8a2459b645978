import { expect, it } from "vitest";
import { readerEnvironment } from "./environment.ts";

it("hands no secret to a program that reads bytes of others", () => {
  process.env.FREEHOLD_TEST_SECRET = "secret";
  const names = Object.keys(readerEnvironment());
  delete process.env.FREEHOLD_TEST_SECRET;
  expect(names.filter((name) => name !== "NODE_COMPILE_CACHE")).toEqual([]);
});

import { readFileSync } from "node:fs";
import SchemaBuilder from "@pothos/core";
import "./access-plugin.ts";
import { expect, it } from "vitest";
import { printSdl } from "./print-sdl.ts";

it("is the schema that is committed", () => {
  const committed = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");
  expect(committed, "run `npm run generate`").toBe(printSdl());
});

it("is not built with an operation that does not say who may call it", () => {
  const make = (access: object) => {
    const builder = new SchemaBuilder<object>({ plugins: ["access"] });
    const options = { type: "String", resolve: () => "", ...access } as const;
    builder.queryType({ fields: (t) => ({ question: t.field(options as never) }) });
    return builder.toSchema();
  };
  expect(() => make({})).toThrow("The operation question does not say who may call it.");
  expect(() => make({ access: "public" })).not.toThrow();
});

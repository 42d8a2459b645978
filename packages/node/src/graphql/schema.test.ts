import { readFileSync } from "node:fs";
import SchemaBuilder from "@pothos/core";
import "./access-plugin.ts";
import { isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { printSdl, schema } from "./schema.ts";

it("is the schema that is committed", () => {
  const committed = readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8");
  expect(committed, "run `npm run generate`").toBe(printSdl());
});

it("has no default in an input type, for a compiled document would not know it", () => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const fields = inputs.flatMap((type) => Object.values(type.getFields()));
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter(({ defaultValue }) => defaultValue !== undefined)).toEqual([]);
});

it("is not built with an operation without an access rule", () => {
  const make = (access: object) => {
    const builder = new SchemaBuilder<object>({ plugins: ["access"] });
    const options = { type: "String", resolve: () => "", ...access } as const;
    builder.queryType({ fields: (t) => ({ question: t.field(options as never) }) });
    return builder.toSchema();
  };
  expect(() => make({})).toThrow("The operation question has no access rule.");
  expect(() => make({ access: "public" })).not.toThrow();
});

import type { z } from "zod";
import { type Checked, schemaOfFields } from "./field-schemas.ts";
import { type CompiledVariant, variants } from "./variants.ts";

// Apart from the variants: whoever checks a proof in a browser needs no schemas, and does not load what makes them.
const schemas = new Map(
  variants.map((variant) => [variant, schemaOfFields(variant.declared.fields)] as const),
);

/** The check of a message that was signed in one way. */
export function schemaOfVariant(variant: CompiledVariant): z.ZodType<Checked> {
  return schemas.get(variant) ?? schemaOfFields(variant.declared.fields);
}

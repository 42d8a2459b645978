import { z } from "zod";
import { layoutOf, signingDomain, signingDomainType, typesOf } from "./eip712.ts";
import { type Checked, schemaOfFields } from "./field-schemas.ts";
import { declarationOf, type MessageKind, type Variant } from "./messages.ts";
import { type CompiledVariant, variants } from "./variants.ts";

/**
 * The JSON Schema (2020-12) of the signed envelope of a message, in all its forms. JSON Schema can't express EIP-55,
 * URLs, the order of types and the signature: `parseEnvelope` checks those.
 */
export function envelopeSchema(kind: MessageKind): object {
  const { purpose, variants } = declarationOf(kind);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: kind,
    description: `The signed envelope to ${purpose}.`,
    type: "object",
    required: ["typedData", "signature"],
    properties: {
      typedData: { oneOf: variants.map(typedDataSchema) },
      signature: { type: "string", pattern: "^0x[0-9a-fA-F]{130}$" },
    },
  };
}

function typedDataSchema(variant: Variant): object {
  const { $schema: _, ...message } = z.toJSONSchema(schemaOfFields(variant.fields), { io: "input" });
  const types = typesOf(layoutOf(variant.primaryType, variant.fields));
  return {
    type: "object",
    required: ["domain", "types", "primaryType", "message"],
    properties: {
      domain: { const: signingDomain },
      types: {
        type: "object",
        required: Object.keys(types),
        properties: {
          EIP712Domain: { const: signingDomainType },
          ...Object.fromEntries(Object.entries(types).map(([name, members]) => [name, typeSchema(members)])),
        },
      },
      primaryType: { const: variant.primaryType },
      message,
    },
  };
}

/** Any order, and either width of an unsigned integer (decisions 1, rule 3). */
function typeSchema(members: { name: string; type: string }[]): object {
  const entries = members.map(({ name, type }) => ({
    type: "object",
    required: ["name", "type"],
    additionalProperties: false,
    properties: {
      name: { const: name },
      type: type.startsWith("uint") ? { enum: ["uint64", "uint256"] } : { const: type },
    },
  }));
  return {
    type: "array",
    minItems: entries.length,
    maxItems: entries.length,
    allOf: entries.map((entry) => ({ contains: entry })),
  };
}

// Separate from the variants: a browser that checks a proof does not load the schema library.
const schemas = new Map(variants.map((variant) => [variant, schemaOfFields(variant.declared.fields)]));

export function schemaOfVariant(variant: CompiledVariant): z.ZodType<Checked> {
  return schemas.get(variant) ?? schemaOfFields(variant.declared.fields);
}

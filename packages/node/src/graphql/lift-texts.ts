import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** A document whose texts are variables. */
export interface LiftedDocument {
  readonly document: DocumentNode;
  /** The values of these variables. */
  readonly texts: Readonly<Record<string, string>>;
}

const prefix = "freehold_text_";

/**
 * Makes variables of the texts that a valid document has as arguments of fields. The compiler (graphql-jit) writes literals
 * into its code, and some texts can become code themselves; variables can't.
 *
 * @returns null for a document with other texts, or with objects: it must not be compiled
 */
export function liftTexts(schema: GraphQLSchema, document: DocumentNode): LiftedDocument | null {
  const texts: Record<string, string> = {};
  const definitions: VariableDefinitionNode[] = [];

  function lift(node: ArgumentNode, declared: readonly GraphQLArgument[]): ArgumentNode {
    const type = declared.find(({ name }) => name === node.name.value)?.type;
    if (node.value.kind !== Kind.STRING || type === undefined) return node;
    const name = `${prefix}${definitions.length}`;
    const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
    definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(type)) });
    texts[name] = node.value.value;
    return { ...node, value: variable };
  }

  const types = new TypeInfo(schema);
  const withVariables: DocumentNode = visit(
    document,
    visitWithTypeInfo(types, {
      Field(node): FieldNode | undefined {
        if (!node.arguments?.some(({ value }) => value.kind === Kind.STRING)) return undefined;
        const declared = types.getFieldDef()?.args ?? [];
        return { ...node, arguments: node.arguments.map((argument) => lift(argument, declared)) };
      },
    }),
  );
  const lifted: DocumentNode = visit(withVariables, {
    OperationDefinition: (node): OperationDefinitionNode => ({
      ...node,
      variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions],
    }),
  });
  return isPlain(lifted, definitions.length) ? { document: lifted, texts } : null;
}

/** Whether a document contains no texts, no objects, and no variables of a client that have the names of ours. */
function isPlain(document: DocumentNode, own: number): boolean {
  let isPlain = true;
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  visit(document, {
    StringValue() {
      isPlain = false;
    },
    ObjectValue() {
      isPlain = false;
    },
  });
  const named = operations.map(
    ({ variableDefinitions = [] }) =>
      variableDefinitions.filter(({ variable }) => variable.name.value.startsWith(prefix)).length,
  );
  return isPlain && named.every((count) => count === own);
}

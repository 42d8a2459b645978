import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
  visit,
} from "graphql";
import { AppError, msg } from "../errors/errors.ts";
import { limits } from "./limits.ts";

/** The properties of a document before it is validated against the schema. */
export interface DocumentInfo {
  /** The default values of the variables of each operation, by its name; null for an operation without a name. */
  readonly operations: ReadonlyMap<string | null, Readonly<Record<string, unknown>>>;
  /** The introspection in it: none, only names of types (`__type { name }`), or any. */
  readonly introspection: "none" | "names" | "any";
  /** Whether it reads the timeline and nothing else. */
  readonly isTimeline: boolean;
  /** Whether each operation selects only one field. */
  readonly isSingle: boolean;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * Parses and checks a document, before any expensive work.
 *
 * @throws GraphQLError for a syntax error; AppError for a document over a limit
 */
export function readDocument(source: string): DocumentInfo & { document: DocumentNode } {
  if (source.length > limits.documentLength) {
    throw new AppError("TOO_COMPLEX", msg`A document has up to ${limits.documentLength} characters.`);
  }
  const document = parse(source, { maxTokens: limits.tokens });
  const operations = operationsOf(document);
  const fragments = fragmentsOf(document);
  if (operations.length > limits.operations) {
    throw new AppError("TOO_COMPLEX", msg`A document has up to ${limits.operations} operations.`);
  }
  if (operations.some(({ operation }) => operation === OperationTypeNode.SUBSCRIPTION))
    throw new AppError("BAD_REQUEST", "There are no subscriptions here: ask again with a query.");
  checkNames(document);
  for (const { selectionSet } of operations) {
    if (depthOf(selectionSet, fragments, new Map()) > limits.depth) {
      throw new AppError("TOO_COMPLEX", msg`Fields may be nested up to ${limits.depth} deep.`);
    }
  }
  return {
    document,
    operations: new Map(operations.map((one) => [one.name?.value ?? null, defaultsOf(one)])),
    introspection: findIntrospection(document),
    isTimeline: operations.every(readsTimeline),
    isSingle: operations.every(({ selectionSet: { selections } }) =>
      selections.every(({ kind }) => kind === Kind.FIELD && selections.length === 1),
    ),
  };
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return Object.fromEntries(defaults);
}

/** Checks names and aliases. */
function checkNames(document: DocumentNode): void {
  let aliases = 0;
  visit(document, {
    Field({ alias }) {
      if (alias) aliases += 1;
    },
    Name({ value }) {
      checkName(value);
    },
  });
  if (aliases > limits.aliases) {
    throw new AppError("TOO_COMPLEX", msg`A document has up to ${limits.aliases} aliases.`);
  }
}

function checkName(name: string): void {
  if (name.length > limits.nameLength) {
    throw new AppError("TOO_COMPLEX", msg`A name in a document has up to ${limits.nameLength} characters.`);
  }
  // Names become keys of objects on their way, and these are found on every object.
  if (name in Object.prototype)
    throw new AppError("BAD_REQUEST", msg`"${name}" can't be a name in a document.`);
}

/** A fragment is measured once, however often it is spread; one that spreads itself is refused later as invalid. */
function depthOf(set: SelectionSetNode, fragments: Fragments, depths: Map<string, number>): number {
  const each = set.selections.map((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, fragments, depths);
    const name = selection.name.value;
    if (selection.kind === Kind.FIELD) {
      // Only the owner may introspect, and tools do that deeply.
      const isMeta = name.startsWith("__");
      return selection.selectionSet && !isMeta ? depthOf(selection.selectionSet, fragments, depths) + 1 : 1;
    }
    const fragment = fragments.get(name);
    if (fragment && !depths.has(name)) {
      depths.set(name, 0);
      depths.set(name, depthOf(fragment.selectionSet, fragments, depths));
    }
    return depths.get(name) ?? 0;
  });
  return Math.max(0, ...each);
}

function findIntrospection(document: DocumentNode): DocumentInfo["introspection"] {
  let found: DocumentInfo["introspection"] = "none";
  visit(document, {
    Field({ name, selectionSet }) {
      if (name.value === "__schema") found = "any";
      if (name.value !== "__type" || found === "any") return;
      const isFlat = selectionSet?.selections.every((one) => one.kind === Kind.FIELD && !one.selectionSet);
      found = isFlat ? "names" : "any";
    },
  });
  return found;
}

function readsTimeline({ operation, selectionSet }: OperationDefinitionNode): boolean {
  return (
    operation === "query" &&
    selectionSet.selections.every(
      (one) => one.kind === Kind.FIELD && /^(timeline|reading)$/.test(one.name.value),
    )
  );
}

function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
}

/** The fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((one) => [one.name.value, one]));
}

/** The operation of a document with a name, or its only one. Null where it is not clear which. */
export function chooseOperation(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = operationsOf(document);
  if (name === null) return operations.length === 1 ? (operations[0] ?? null) : null;
  return operations.find((one) => one.name?.value === name) ?? null;
}

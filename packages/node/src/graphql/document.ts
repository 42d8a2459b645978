import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
  visit,
} from "graphql";
import { LRUCache } from "lru-cache";
import { AppError } from "../errors/errors.ts";
import { limits } from "./limits.ts";

/** What is known of a document before it is compared with the schema. */
export interface DocumentInfo {
  /** Its operations by name; null for one without. With each the values of the variables that have one by default. */
  readonly operations: ReadonlyMap<string | null, Readonly<Record<string, unknown>>>;
  /**
   * What it asks about the schema itself: nothing, no more than what the type of a given name is called, or anything.
   */
  readonly introspection: "none" | "names" | "any";
  /**
   * Whether it may be compiled: the compiler (graphql-jit) writes texts and objects of a document into the code that it makes, and
   * some texts end up as code themselves. What comes as a variable does not.
   */
  readonly isCompilable: boolean;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Reads documents, and remembers those that were read last. */
export function createDocumentReader(): (source: string) => DocumentInfo {
  const kept = new LRUCache<string, DocumentInfo>({ max: limits.keptDocuments });
  return (source) => {
    const known = kept.get(source);
    if (known) return known;
    const facts = readDocument(source);
    kept.set(source, facts);
    return facts;
  };
}

/**
 * Looks at a document before anything dear is done with it.
 *
 * @throws GraphQLError where it is no GraphQL; AppError where it is longer, deeper or wider than it may be
 */
function readDocument(source: string): DocumentInfo {
  if (source.length > limits.documentLength) {
    throw new AppError("TOO_COMPLEX", `A document has up to ${limits.documentLength} characters.`);
  }
  const document = parse(source, { maxTokens: limits.tokens, noLocation: true });
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  if (operations.length > limits.operations) {
    throw new AppError("TOO_COMPLEX", `A document has up to ${limits.operations} operations.`);
  }
  const isCompilable = checkWords(document);
  for (const { selectionSet } of operations) checkDepth(selectionSet, fragments);
  return {
    operations: new Map(operations.map((one) => [one.name?.value ?? null, defaultsOf(one)])),
    introspection: findIntrospection(document),
    isCompilable,
  };
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return Object.fromEntries(defaults);
}

/** Checks names and aliases. @returns whether there is nothing but names, numbers and words of the schema */
function checkWords(document: DocumentNode): boolean {
  let aliases = 0;
  let isPlain = true;
  visit(document, {
    Field({ alias }) {
      if (alias) aliases += 1;
    },
    Name({ value }) {
      checkName(value);
    },
    StringValue() {
      isPlain = false;
    },
    ObjectValue() {
      isPlain = false;
    },
  });
  if (aliases > limits.aliases) {
    throw new AppError("TOO_COMPLEX", `A document has up to ${limits.aliases} aliases.`);
  }
  return isPlain;
}

function checkName(name: string): void {
  if (name.length > limits.nameLength) {
    throw new AppError("TOO_COMPLEX", `A name in a document has up to ${limits.nameLength} characters.`);
  }
  // Names become keys of objects on their way, and these are found on every object.
  if (name in Object.prototype) throw new AppError("BAD_REQUEST", `"${name}" can't be a name in a document.`);
}

function checkDepth(selectionSet: SelectionSetNode, fragments: Fragments): void {
  const depths = new Map<string, number>();
  if (depthOf(selectionSet, fragments, depths) > limits.depth) {
    throw new AppError("TOO_COMPLEX", `Fields stand up to ${limits.depth} deep.`);
  }
}

/** A fragment is measured once, however often it is spread; one that holds itself is refused as invalid later. */
function depthOf(set: SelectionSetNode, fragments: Fragments, depths: Map<string, number>): number {
  let deepest = 0;
  for (const selection of set.selections) {
    let depth = 0;
    if (selection.kind === Kind.FIELD) {
      // Only the owner gets below these, and tools ask deeply there.
      const isMeta = selection.name.value.startsWith("__");
      depth = selection.selectionSet && !isMeta ? depthOf(selection.selectionSet, fragments, depths) + 1 : 1;
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      depth = depthOf(selection.selectionSet, fragments, depths);
    } else {
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (fragment && !depths.has(name)) {
        depths.set(name, 0);
        depths.set(name, depthOf(fragment.selectionSet, fragments, depths));
      }
      depth = depths.get(name) ?? 0;
    }
    deepest = Math.max(deepest, depth);
  }
  return deepest;
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

/** The operation of a document that is called. Null where it is not clear which. */
export function chooseOperation(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (name === null) return operations.length === 1 ? (operations[0] ?? null) : null;
  return operations.find((one) => one.name?.value === name) ?? null;
}

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";
import type { Caller } from "../domain/access/callers.ts";
import { AppError, msg } from "../errors/errors.ts";
import { chooseOperation, fragmentsOf } from "./document.ts";
import { limits } from "./limits.ts";

const assumedLength = 10; // the assumed length of a list without one

/** One request. */
export interface Asked {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  /** With the defaults of the document. */
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The costs of fragments that are measured already. */
  readonly costs: Map<string, number>;
}

/**
 * Estimates the cost of an operation before it runs. A field with fields below it costs 1, a single value nothing, unless
 * its `cost` says another number. Fields below one with `first` count that many times, and fields that lie below another
 * list count the usual length of such a list.
 *
 * @param asked a document that is valid for the schema
 * @returns the cost
 * @throws AppError TOO_COMPLEX
 */
export function checkCost(schema: GraphQLSchema, { document, operationName, variables }: Asked): number {
  const operation = chooseOperation(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return 0;
  const walk = { schema, fragments: fragmentsOf(document), variables, costs: new Map() };
  const cost = costOfSet(walk, operation.selectionSet, root);
  if (cost <= limits.cost) return cost;
  throw tooExpensive(cost);
}

function costOfSet(walk: Walk, set: SelectionSetNode, type: GraphQLCompositeType): number {
  const costs = set.selections.map((selection) => {
    if (selection.kind === Kind.FIELD) return costOfField(walk, selection, type);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return costOfFragment(walk, selection.name.value);
    const condition = selection.typeCondition?.name.value;
    return costOfSet(walk, selection.selectionSet, typeNamed(walk, condition) ?? type);
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}

function costOfFragment(walk: Walk, name: string): number {
  const known = walk.costs.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  const type = typeNamed(walk, fragment?.typeCondition.name.value);
  if (!fragment || !type) return 0;
  walk.costs.set(name, 0);
  const cost = costOfSet(walk, fragment.selectionSet, type);
  walk.costs.set(name, cost);
  return cost;
}

function costOfField(walk: Walk, node: FieldNode, parent: GraphQLCompositeType): number {
  const hasFields = isObjectType(parent) || isInterfaceType(parent);
  const field = hasFields ? parent.getFields()[node.name.value] : undefined;
  // Questions about the schema itself are the owner's alone.
  if (!field) return 0;
  const type = getNamedType(field.type);
  const { cost } = field.extensions;
  const own = typeof cost === "number" ? cost : Number(isCompositeType(type));
  if (!node.selectionSet || !isCompositeType(type)) return own;
  return own + lengthOf(walk, node, field) * costOfSet(walk, node.selectionSet, type);
}

function lengthOf({ variables }: Walk, node: FieldNode, field: GraphQLField<unknown, unknown>): number {
  const first = field.args.find(({ name }) => name === "first");
  if (first) {
    const given = node.arguments?.find(({ name }) => name.value === "first")?.value;
    const value = given ? valueFromASTUntyped(given, variables) : first.defaultValue;
    // An invalid page size is refused later.
    return typeof value === "number" && value > 0 ? value : Number(first.defaultValue ?? 1);
  }
  const isList = isListType(getNullableType(field.type));
  return isList && field.extensions.isPage !== true ? assumedLength : 1;
}

function typeNamed({ schema }: Walk, name: string | undefined): GraphQLCompositeType | undefined {
  const type = name === undefined ? undefined : schema.getType(name);
  return isCompositeType(type) ? type : undefined;
}

/**
 * The cost of one operation: the estimate that was made before it runs, and for an anonymous caller also the bytes of text
 * that it reads or gives, charged while it runs. Beyond a limit every further field is refused, so that nothing more is
 * loaded, and the operation is answered as a whole with TOO_COMPLEX.
 */
export class CostMeter {
  /** Whether bytes of text are charged; the owner and the owner's programs read their own texts. */
  readonly countsBytes: boolean;
  #estimate = 0;
  #bytes = 0;
  #refusal: AppError | null = null;
  #lastList: Promise<unknown> | null = null;

  constructor({ kind }: Pick<Caller, "kind">) {
    this.countsBytes = kind === "anonymous";
  }

  /** @param estimate of `checkCost` */
  start(estimate: number): void {
    this.#estimate = estimate;
  }

  get estimate(): number {
    return this.#estimate;
  }

  /** The cost so far. */
  get cost(): number {
    return this.#estimate + Math.ceil(this.#bytes / limits.bytesPerCost);
  }

  /** @throws AppError TOO_COMPLEX where it has cost too much already */
  check(): void {
    if (this.#refusal) throw this.#refusal;
  }

  /**
   * Charges bytes that will be read, or that are in the reply.
   *
   * @throws AppError TOO_COMPLEX where that is too much
   */
  charge(bytes: number): void {
    this.check();
    this.#bytes += bytes;
    if (this.#bytes > limits.anonymousReplyBytes) this.#refusal = replyTooLarge();
    else if (this.cost > limits.cost) this.#refusal = tooExpensive(this.cost);
    this.check();
  }

  /** Charges a value of text, or several. @returns it */
  chargeText<T>(value: T): T {
    this.charge(bytesOf(value));
    return value;
  }

  /** @throws AppError TOO_COMPLEX where the finished reply is larger than an anonymous caller gets */
  checkReply(text: string): void {
    if (this.countsBytes && Buffer.byteLength(text) > limits.anonymousReplyBytes) throw replyTooLarge();
  }

  /**
   * Loads the lists of an operation one after another: the text of a list is charged before the next one is loaded, and
   * other requests get their turn in between.
   */
  inTurn<T>(load: () => T | Promise<T>): Promise<T> {
    const begin = async () => {
      this.check();
      return await load();
    };
    const before = this.#lastList;
    const list = before === null ? begin() : before.then(nextTurn, nextTurn).then(begin);
    this.#lastList = list;
    return list;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return typeof value === "object" && value !== null ? Buffer.byteLength(JSON.stringify(value)) : 0;
}

function tooExpensive(cost: number): AppError {
  return new AppError("TOO_COMPLEX", msg`This costs ${cost}, and a request may cost ${limits.cost}.`);
}

function replyTooLarge(): AppError {
  return new AppError(
    "TOO_COMPLEX",
    msg`Without a session or a token a reply has up to ${limits.anonymousReplyBytes} bytes: ask for less at once.`,
  );
}

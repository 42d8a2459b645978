import fc from "fast-check";
import { oddJson } from "./odd-values.ts";

/** One change in a tree of JSON: `pick` chooses the node, counted round. */
interface TreeChange {
  readonly pick: number;
  readonly how: "replace" | "remove" | "add" | "retype" | "swap-case" | "nest";
  readonly key: string;
  readonly value: unknown;
}

type TreeNode = { readonly parent: Record<string, unknown>; readonly key: string };

const change: fc.Arbitrary<TreeChange> = fc.record({
  pick: fc.nat(1_000),
  how: fc.constantFrom<TreeChange["how"][]>("replace", "remove", "add", "retype", "swap-case", "nest"),
  key: fc.constantFrom("__proto__", "extra", "timestamp", "signature", "types", "constructor", "0"),
  value: oddJson,
});

/** What is nearly a given tree: up to three changes at nodes of it. */
export function mutateTree(tree: unknown): fc.Arbitrary<unknown> {
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const root = { tree: structuredClone(tree) } as Record<string, unknown>;
    for (const one of changes) apply(root, one);
    return root.tree;
  });
}

function apply(root: Record<string, unknown>, { pick, how, key, value }: TreeChange): void {
  const nodes = listNodes(root);
  const node = nodes[pick % nodes.length];
  if (!node) return;
  const old = node.parent[node.key];
  const write = (next: unknown) => define(node.parent, node.key, next);
  if (how === "replace") write(value);
  else if (how === "remove") delete node.parent[node.key];
  else if (how === "retype") write(typeof old === "string" ? Number(old) || [old] : String(old));
  else if (how === "swap-case") write(typeof old === "string" ? swapCase(old) : old);
  else if (how === "nest") write({ [key]: old });
  else if (Array.isArray(old)) old.push(value);
  else if (typeof old === "object" && old !== null) define(old as Record<string, unknown>, key, value);
}

/** `__proto__` becomes a key like any other, as JSON.parse has it. */
function define(parent: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function listNodes(parent: Record<string, unknown>): TreeNode[] {
  return Object.keys(parent).flatMap((key) => {
    const value = parent[key];
    const inner =
      typeof value === "object" && value !== null ? listNodes(value as Record<string, unknown>) : [];
    return [{ parent, key }, ...inner];
  });
}

function swapCase(text: string): string {
  return text.replace(/[a-z]|[A-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

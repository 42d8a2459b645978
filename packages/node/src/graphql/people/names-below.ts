import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/**
 * The names of all fields that are asked for below a field, at any depth, also those that a directive leaves out. So it may
 * name more fields than needed, but never fewer.
 */
export function namesBelow({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const spread = new Set<string>();

  function add(set: SelectionSetNode | undefined): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) add(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        add(fragments[selection.name.value]?.selectionSet);
      }
    }
  }

  for (const { selectionSet } of fieldNodes) add(selectionSet);
  return names;
}

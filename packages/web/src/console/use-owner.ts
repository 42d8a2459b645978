import { type Address, parseAddress } from "@freehold/protocol";
import { useField } from "./queries.ts";

/** The owner of this node; null until it is loaded. */
export function useOwner(): Address | null {
  const { data } = useField<{ address: string }>(
    ["owner"],
    query,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return parseAddress(data?.address);
}

const query = /* GraphQL */ `
  query Owner { profile { address } }
`;

import type { Context } from "../../context.ts";
import type { Visitor } from "./visitors.ts";

/** Who is here now, whoever was heard last first, and how many there may be (decisions 7). */
export function listVisitors({ visitors }: Pick<Context, "visitors">): {
  visitors: Visitor[];
  count: number;
  limit: number;
} {
  const found = visitors.list();
  return { visitors: found, count: found.length, limit: visitors.limit };
}

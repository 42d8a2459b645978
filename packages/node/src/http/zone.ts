/** Who asks: a node, a program, or a reader with a browser. */
export type Zone = "ewp" | "api" | "site";

/** The zone of a request's target. What is under the protocol's prefix never gets a page (decisions 2). */
export function zoneOf(url: string): Zone {
  const first = /^\/(ewp|api)(?=[/?]|$)/.exec(url)?.[1];
  return first === "ewp" || first === "api" ? first : "site";
}

/** What another node is called: its title, else where it lives, else the beginning of its address. */
export function nameOfNode(node: {
  readonly title: string | null;
  readonly url: string | null;
  readonly address: string;
}): string {
  return node.title || hostOf(node.url) || `${node.address.slice(0, 10)}…`;
}

/** Where it lives, without what every address has. */
export function hostOf(url: string | null): string {
  return url?.replace(/^https?:\/\//, "").replace(/\/$/, "") ?? "";
}

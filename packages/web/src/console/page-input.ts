/** The texts that the node gives to the page of the dashboard. */
type Name = "walletConnectProjectId" | "program";

/** A text that the node gives to the page: `program` is the command that starts it. @returns the other one where it gives none */
export function readPageInput(name: Name, otherwise = ""): string {
  const input = document.getElementById("app")?.dataset.input ?? "{}";
  const value = (JSON.parse(input) as Partial<Record<Name, unknown>>)[name];
  return typeof value === "string" ? value : otherwise;
}

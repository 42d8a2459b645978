import { commonErrors, type Endpoint, endpoints } from "./endpoints.ts";
import { errors } from "./errors.ts";
import { variants } from "./messages/variants.ts";

/** The tables of messages, endpoints and errors as Markdown, for `docs/protocol.md`. */
export function renderProtocolTables(): string {
  return [
    ["## Messages", messageTable()],
    ["## Endpoints", endpointTable()],
    ["## Errors", errorTable()],
  ]
    .map(([heading, table]) => `${heading}\n\n${table}\n`)
    .join("\n");
}

function messageTable(): string {
  const rows = variants.map(({ kind, declared, layout }) => [
    kind,
    declared.form,
    `\`${layout.encodeType}\``,
    declared.signers.join(" or ") || "the follower",
  ]);
  return table(["message", "form", "signed as", "signer"], rows);
}

function endpointTable(): string {
  const all: readonly Endpoint[] = Object.values(endpoints);
  const rows = all.map(({ method, path, message, success, errors }) => [
    `${method} \`${path}\``,
    message ?? "",
    String(success),
    errors.join(" · "),
  ]);
  const any = ["any", "", "", commonErrors.join(" · ")];
  return table(["endpoint", "message", "success", "errors, in order"], [...rows, any]);
}

function errorTable(): string {
  const rows = Object.entries(errors).map(([code, { status, sentence }]) => [String(status), code, sentence]);
  return table(["status", "code", "meaning"], rows);
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

import { errors, isEwpErrorCode } from "@freehold/protocol";
import { errorCodes } from "../../../src/errors/errors.ts";
import { zoneOf } from "../../../src/http/present-error.ts";
import type { FuzzRequest } from "../requests/fuzz-request.ts";
import type { Reply } from "../requests/reply-reader.ts";
import type { Inventory } from "../target/inventory.ts";

type Check = (reply: Reply, request: FuzzRequest, inventory: Inventory) => string | null;

/** Codes of the application beside the protocol's, with their status. */
const ownStatuses = new Map(
  Object.entries(errorCodes).flatMap(([code, fields]) => ("status" in fields ? [[code, fields.status]] : [])),
);

/** @returns what is wrong with a reply, a sentence each; nothing for one that is as the documents say */
export function checkReply(reply: Reply, request: FuzzRequest, inventory: Inventory): string[] {
  const checks: readonly Check[] = [isProvoked, hasKnownError, isGuarded, keepsSecrets, hidesItsInside];
  return checks.map((check) => check(reply, request, inventory)).filter((sentence) => sentence !== null);
}

/** A failure of the node is one, whatever was sent, but for those that say what the node lacks. */
function isProvoked(
  { status, headers, body }: Reply,
  { method, target }: FuzzRequest,
  inventory: Inventory,
): string | null {
  if (status < 500) return null;
  const fields = parseJson(body);
  if (status === 503 && headers["retry-after"] !== undefined) return null;
  if (status === 503 && pathOf(target) === "/readyz") return null;
  if (status === 503 && !inventory.isInstalled && (method === "HEAD" || fields?.error === "NOT_INSTALLED"))
    return null;
  // A method or a version of HTTP that the node does not know (RFC 9110, 15.6.2 and 15.6.6).
  if (status === 501 || status === 505) return null;
  // Its steps are answered 500, as specified (4.10).
  if (
    status === 500 &&
    method === "POST" &&
    pathOf(target) === "/api/install" &&
    Array.isArray(fields?.result)
  )
    return null;
  return `It answers ${status}: ${body.toString("utf8", 0, 200)}`;
}

/** An error is one of a table, with its status. */
function hasKnownError(
  { status, headers, body }: Reply,
  { method, target, mangles }: FuzzRequest,
): string | null {
  if (mangles.length > 0 || method === "HEAD") return null;
  const fields = parseJson(body);
  if (pathOf(target) === "/api/graphql" && fields?.errors !== undefined)
    return checkGraphqlErrors(fields.errors);
  if (status < 400 || zoneOf(target) === "site" || headers["content-type"]?.startsWith("text/html"))
    return null;
  if (status === 416 && headers["content-range"]?.startsWith("bytes */")) return null;
  // The errors of a message are those of its protocol.
  if (pathOf(target) === "/mcp" && fields?.jsonrpc === "2.0") return null;
  if (pathOf(target) === "/api/visitors" && fields?.success === false) return null;
  if (pathOf(target) === "/api/install" && Array.isArray(fields?.result)) return null;
  if (pathOf(target) === "/api/smtp_check" && fields?.valid === false) return null;
  const code = fields?.error;
  if (isEwpErrorCode(code)) {
    // Headers that are too long are answered before anything is known of the request.
    return errors[code].status === status || [408, 431].includes(status)
      ? null
      : `${code} has the status ${status}`;
  }
  if (ownStatuses.get(String(code)) === status) return null;
  return `${status} is no error of a table: ${body.toString("utf8", 0, 200)}`;
}

function checkGraphqlErrors(found: unknown): string | null {
  for (const error of Array.isArray(found) ? found : [found]) {
    const code: unknown = Object(Object(error).extensions).code;
    const isKnown = isEwpErrorCode(code) || ownStatuses.has(String(code));
    if (!isKnown || code === "INTERNAL_ERROR") return `GraphQL answers ${JSON.stringify(error)}`;
  }
  return null;
}

/** The headers that a browser needs so that nothing runs that should not. */
function isGuarded({ status, headers, body }: Reply): string | null {
  if (headers["x-powered-by"] !== undefined || headers.server !== undefined)
    return "It says what it is made of.";
  if (body.length === 0 || status === 304) return null;
  const isHtml = /^text\/html/.test(headers["content-type"] ?? "");
  const policy = headers["content-security-policy"] ?? "";
  if (isHtml && !/default-src 'none'.*frame-ancestors 'none'/.test(policy))
    return `A page has the policy "${policy}".`;
  if (isHtml && !/^(no-referrer|same-origin)$/.test(headers["referrer-policy"] ?? ""))
    return "A page tells other sites where its reader comes from.";
  if (isHtml && headers["x-content-type-options"] !== "nosniff")
    return "A browser may take a page for something else.";
  if (headers["access-control-allow-credentials"] !== undefined)
    return "Another site may use the owner's cookie.";
  return null;
}

function keepsSecrets({ headers, body }: Reply, request: FuzzRequest, { secrets }: Inventory): string | null {
  if (request.caller === "owner-cookie" || request.caller === "owner-bearer") return null;
  const sent = `${request.target} ${request.headers.join(" ")} ${Buffer.from(request.body ?? "").toString("utf8")}`;
  const said = `${JSON.stringify(headers)} ${body.toString("utf8")}`;
  const told = secrets.find((secret) => said.includes(secret) && !sent.includes(secret));
  return told === undefined ? null : `It tells a secret to ${request.caller}: ${told.slice(0, 30)}…`;
}

/** Traces of a stack, of a query, of a path on this machine. */
const inside =
  /\bat (async )?[\w.<>]+ \(|node:internal|node_modules|\/src\/[\w/-]+\.ts|\/freehold-fuzz-|SQLITE_|ERR_SQLITE|\bselect .* from "/;

function hidesItsInside({ headers, body }: Reply, { target }: FuzzRequest): string | null {
  if (pathOf(target).startsWith("/assets/") || pathOf(target) === "/metrics") return null;
  const found = inside.exec(`${JSON.stringify(headers)} ${body.toString("utf8")}`)?.[0];
  return found === undefined ? null : `It shows its inside: ${found}`;
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? "";
}

function parseJson(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

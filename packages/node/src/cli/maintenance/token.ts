import { program } from "../../config/program.ts";
import { type Scope, scopes } from "../../domain/access/scopes.ts";
import {
  createIntegrationToken,
  listTokens,
  revokeToken,
  type TokenView,
} from "../../domain/access/tokens.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import { type Call, textOf } from "../command.ts";
import { type Column, formatDistance, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

const DAY_SECONDS = 24 * 60 * 60;
const MOST_DAYS = 3650;

const columns = (now: number): readonly Column<TokenView>[] => [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  { title: "LABEL", style: "bold", cell: describeLabel },
  {
    title: "USED",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : formatDistance(now, Date.parse(lastUsedAt))),
  },
  { title: "EXPIRES", cell: (one) => describeEnd(one, now) },
  {
    title: "SCOPES",
    flexible: true,
    cell: ({ kind, scopes }) => (kind === "client" ? "everything" : scopes.join(" ")),
  },
];

function describeLabel({ kind, label }: TokenView): string {
  return `${kind === "client" ? "(a session) " : ""}${safeText(label ?? "")}`.trim();
}

const createFlags = ["label", "scope", "expires"] as const;

/** `freehold token`: manages the tokens with which programs act for the owner. */
export async function token(call: Call): Promise<void> {
  const [action, ...rest] = call.arguments;
  const stray = createFlags.find((name) => textOf(call, name) !== undefined);
  if (action !== "create" && stray) {
    throw new AppError("USAGE", msg`--${stray} belongs to ${program} token create.`);
  }
  switch (action) {
    case "create":
      return create(call, rest);
    case "list":
      if (rest.length > 0)
        throw new AppError("USAGE", msg`Unexpected argument. Usage: ${program} token list`);
      return list(call);
    case "revoke":
      return revoke(call, rest);
    default:
      throw new AppError(
        "USAGE",
        msg`${program} token knows create, list and revoke, not ${JSON.stringify(action)}.`,
      );
  }
}

/** @param more the scopes after the first, if blanks separate them */
async function create(call: Call, more: readonly string[]): Promise<void> {
  const wanted = {
    label: requireText(call, "label"),
    scopes: parseScopes([requireText(call, "scope"), ...more]),
    expiresInSeconds: parseDays(textOf(call, "expires")),
  };
  await using node = await openForCall(call);
  const {
    id,
    token,
    label,
    scopes: granted,
    createdAt,
    expiresAt,
  } = await createIntegrationToken(node, wanted);
  await printResult(
    call,
    { id, token, label, scopes: granted, createdAt, expiresAt },
    [token],
    [`Copy it now: it is not shown again. To revoke it: ${program} token revoke ${id}`],
  );
}

async function list(call: Call): Promise<void> {
  await using node = await openForCall(call);
  const found = await listTokens(node);
  await printResult(call, found, [
    found.length > 0
      ? formatTable(columns(node.clock.now()), found, call.terminal)
      : `No tokens yet. Create one: ${program} token create`,
  ]);
}

async function revoke(call: Call, [id, ...rest]: readonly string[]): Promise<void> {
  if (id === undefined) throw new AppError("USAGE", msg`ID is missing: ${program} token revoke ID`);
  if (rest.length > 0)
    throw new AppError("USAGE", msg`Unexpected argument. Usage: ${program} token revoke ID`);
  await using node = await openForCall(call);
  await revokeToken(node, id);
  await printResult(call, { id, revoked: true }, [`${id} was revoked.`]);
}

function requireText(call: Call, name: (typeof createFlags)[number]): string {
  const text = textOf(call, name);
  if (text === undefined) {
    throw new AppError(
      "USAGE",
      msg`--${name} is missing: ${program} token create --label TEXT --scope SCOPE…`,
    );
  }
  return text;
}

function parseScopes(texts: readonly string[]): Scope[] {
  const names = texts.flatMap((text) => text.split(/[\s,]+/)).filter((name) => name !== "");
  return names.map((name) => {
    const known = scopes.find((scope) => scope === name);
    if (known) return known;
    throw new AppError(
      "USAGE",
      msg`There is no scope ${JSON.stringify(name)}. There are ${scopes.join(", ")}.`,
    );
  });
}

/** @returns seconds; null for no end */
function parseDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  const days = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS) {
    throw new AppError(
      "USAGE",
      msg`--expires is a whole number of days from 1 to ${MOST_DAYS}, not ${JSON.stringify(text)}.`,
    );
  }
  return days * DAY_SECONDS;
}

function describeEnd({ expiresAt, isExpired }: TokenView, now: number): string {
  if (expiresAt === null) return "when revoked";
  const distance = formatDistance(now, Date.parse(expiresAt));
  return isExpired ? `expired ${distance}` : distance;
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EwpError, type MessageKind, parseEnvelope, recoverPublicKey, verifyEnvelope } from "../index.ts";

interface Case {
  name: string;
  kind: MessageKind;
  error: string | null;
  body: unknown;
}

const golden = JSON.parse(
  readFileSync(new URL("../../../../vectors/envelopes.json", import.meta.url), "utf8"),
) as { now: number; cases: Case[] };

function outcomeOf({ kind, body }: Case): string | null {
  const window = kind === "StatementOfSource" ? {} : { now: golden.now };
  try {
    verifyEnvelope(parseEnvelope(kind, body), { recover: recoverPublicKey, ...window });
    return null;
  } catch (error) {
    if (error instanceof EwpError) return error.code;
    throw error;
  }
}

it.each(golden.cases)("$kind, $name: $error", (golden) => {
  expect(outcomeOf(golden)).toBe(golden.error);
});

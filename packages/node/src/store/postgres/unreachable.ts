import pg from "pg";
import { AppError, codeOf, msg } from "../../errors/errors.ts";
import { explainSystemError } from "../../errors/system-errors.ts";

const certificateAdvice =
  "Save the authority's certificate of the database's provider to a file, and end the address with " +
  "?sslmode=verify-full&sslrootcert=/path/to/ca.pem. With ?sslmode=no-verify the connection is encrypted, and anybody may " +
  "pretend to be the server.";
const nameAdvice =
  "Use the name that the server's certificate is for as the host of the address, or end it with ?sslmode=no-verify: then anybody " +
  "may pretend to be the server.";
const startAdvice = "Start the database server, or correct host and port of the address.";

/** The thing to do, by the code of the driver, the system, OpenSSL or PostgreSQL. */
const advices: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: certificateAdvice,
  DEPTH_ZERO_SELF_SIGNED_CERT: certificateAdvice,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateAdvice,
  UNABLE_TO_GET_ISSUER_CERT: certificateAdvice,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificateAdvice,
  ERR_TLS_CERT_ALTNAME_INVALID: nameAdvice,
  CERT_HAS_EXPIRED: "Renew the certificate of the database server.",
  "28P01": "Correct user and password in the address.",
  "3D000": "Make that database (createdb), or correct its name in the address.",
  "53300": "Raise max_connections of the server, or end other programs that use it.",
  ECONNREFUSED: startAdvice,
  ENOTFOUND: startAdvice,
  EAI_AGAIN: startAdvice,
  ETIMEDOUT: startAdvice,
  EHOSTUNREACH: startAdvice,
  ENETUNREACH: startAdvice,
};

/** The thing to do, by words of a message that has no code of its own; the first that are in it count. */
const adviceByWords: readonly (readonly [words: string, advice: string])[] = [
  ["does not support SSL", "End the address with ?sslmode=disable, or turn on TLS at the server."],
  [
    "no encryption",
    "End the address with ?sslmode=verify-full: the server takes encrypted connections only.",
  ],
  ["SSL off", "End the address with ?sslmode=verify-full: the server takes encrypted connections only."],
  ["no pg_hba.conf entry", "Let the server take this user from this machine (pg_hba.conf)."],
  ["timeout", startAdvice],
];

/**
 * Explains why PostgreSQL can't be reached, in words, and without user and password.
 *
 * @returns an AppError as it is
 */
export function unreachable(databaseUrl: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const finding = msg`The database ${describeDatabase(databaseUrl)} can't be reached: ${describeError(error)}.`;
  return new AppError("CANNOT_OPEN", finding, { cause: error, advice: adviceFor(error) });
}

function adviceFor(error: unknown): string {
  const [code, message] = [codeOf(error), error instanceof Error ? error.message : ""];
  return (
    advices[code] ??
    adviceByWords.find(([words]) => message.includes(words))?.[1] ??
    "Look whether the database server runs, and correct DATABASE_URL and DATABASE_DIRECT_URL."
  );
}

/**
 * The database without user and password, for this is shown and logged.
 *
 * @throws AppError CANNOT_OPEN for an address that is not one of PostgreSQL, or that names a file that can't be read
 */
export function describeDatabase(databaseUrl: string): string {
  try {
    const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
    return `${database} at ${host}:${port}`;
  } catch (error) {
    const refused = explainSystemError(error);
    if (refused) {
      const advice = "Correct sslrootcert, sslcert or sslkey in DATABASE_URL.";
      throw new AppError("CANNOT_OPEN", refused.finding, { advice });
    }
    throw new AppError(
      "CANNOT_OPEN",
      "The address of the database is not one of PostgreSQL: postgres://user:password@host:5432/name.",
    );
  }
}

function describeError(error: unknown): string {
  // The message is empty if a name has several addresses; then only the code tells.
  return (error instanceof Error && error.message) || codeOf(error) || String(error);
}

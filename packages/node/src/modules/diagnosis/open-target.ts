import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { program } from "../../config/program.ts";
import type { Log } from "../../context.ts";
import { AppError, msg, type Sentence, toSentence } from "../../errors/errors.ts";
import { explainSystemError } from "../../errors/system-errors.ts";
import { createNetworkProbe } from "../../peers/network-probe.ts";
import { createPeers } from "../../peers/peers.ts";
import { openBlobs } from "../../startup/open-blobs.ts";
import type { Store } from "../../store/database.ts";
import { openStore } from "../../store/open-store.ts";
import type { ClosedDatabase, DiagnosisTarget } from "./check-context.ts";

/**
 * Opens a node for a diagnosis, beside its server or without one. Unlike `openNode` it creates and migrates nothing, and a
 * database that does not open is part of the result.
 *
 * @throws Error for an owner if the file of FREEHOLD_PEER_CA can't be read or holds no certificate
 */
export async function openDiagnosisTarget(
  config: Config,
  log: Log,
  warnings: readonly Sentence[],
): Promise<DiagnosisTarget & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const networkProbe = resources.use(createNetworkProbe(config));
  const peers = createPeers({ config, userAgent: "Freehold (doctor)" });
  resources.defer(() => peers.close());
  const database = await openDatabase(config);
  if (!("problem" in database)) resources.use(database);
  const owned = resources.move();
  return {
    config,
    clock: Date,
    log,
    peers,
    blobs: openBlobs(config, "problem" in database ? null : database, log).blobs,
    networkProbe,
    warnings,
    database,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function openDatabase(config: Config): Promise<Store | ClosedDatabase> {
  const { dataDir, databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, "freehold.sqlite"))) {
    return {
      problem: msg`There is no database in ${dataDir}: no node was ever started there.`,
      advice: msg`Start the node (\`${program} start\`), or name its data folder by FREEHOLD_DATA.`,
    };
  }
  try {
    if (databaseDirectUrl !== null)
      await (await openStore({ ...config, readOnly: true }))[Symbol.asyncDispose]();
    return await openStore(config);
  } catch (error) {
    return explainClosed(error);
  }
}

function explainClosed(error: unknown): ClosedDatabase {
  const known = error instanceof AppError ? error.parts : explainSystemError(error);
  const { finding, advice } = known ?? {
    finding: msg`The database does not open: ${String(error)}.`,
    advice: null,
  };
  return {
    problem: toSentence(finding),
    advice: advice?.length
      ? toSentence(advice)
      : msg`Run \`${program} start\`, and read what it says about the database.`,
  };
}

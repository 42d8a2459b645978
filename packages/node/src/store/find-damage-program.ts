import { openStore } from "./open-store.ts";

/** Prints what is broken in the database of the data folder that is named, as a JSON array of lines (see `findDamage`). */
async function findDamage(dataDir: string): Promise<string[]> {
  try {
    await using store = await openStore({ dataDir, databaseUrl: null, readOnly: true });
    return await store.dialect.findDamage(store.db);
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return [reason instanceof Error ? reason.message : String(reason)];
  }
}

process.stdout.write(JSON.stringify(await findDamage(process.argv[2] ?? "")));

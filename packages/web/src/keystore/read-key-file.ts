import { type Address, parseAddress } from "@freehold/protocol";
import { isRecord } from "@freehold/protocol/internal";

/** The size limit; a key file has a few hundred bytes. */
const mostBytes = 64 * 1024;

/** A key file that was selected, before its password is known. */
export interface KeyFile {
  readonly name: string;
  /** The content of the file. */
  readonly text: string;
  /** The address that the file names; only the password shows whether it is true. Null if it names none. */
  readonly address: Address | null;
}

/** Reads a file that may be a key file (Web3 Secret Storage version 3). @returns null for another file */
export async function readKeyFile(file: File): Promise<KeyFile | null> {
  if (file.size > mostBytes) return null;
  const text = await file.text();
  const found = parseFields(text);
  if (found === null) return null;
  const named = String(found.address ?? "").replace(/^0x/i, "");
  return { name: file.name, text, address: parseAddress(`0x${named.toLowerCase()}`) };
}

/** Whether a key file says that it has the recovery words of its key; only its password shows whether it does. */
export function hasWordsField(text: string): boolean {
  return isRecord(parseFields(text)?.["x-ethers"]);
}

function parseFields(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const found: unknown = JSON.parse(text);
    return isRecord(found) && found.version === 3 ? found : null;
  } catch {
    return null;
  }
}

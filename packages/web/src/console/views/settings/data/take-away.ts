import { AskError } from "../../../ask.ts";

/** A file of the node's that is here in the browser. */
interface TakenFile {
  readonly name: string;
  readonly file: Blob;
}

/**
 * Has the node make a file, and fetches it.
 *
 * @param path where: `/api/backup` or `/api/export`
 * @param onMade told its size in bytes when it is made and begins to come
 * @throws AskError with the node's code; OFFLINE without an answer; BROKEN_OFF when it ends on its way
 */
export async function takeAway(
  path: string,
  signal: AbortSignal,
  onMade: (bytes: number) => void,
): Promise<TakenFile> {
  const reply = await fetch(path, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new AskError("OFFLINE", "The node does not answer.");
  });
  if (!reply.ok) throw await readRefusal(reply);
  onMade(Number(reply.headers.get("content-length")));
  const file = await reply.blob().catch((error: unknown) => {
    throw signal.aborted ? error : new AskError("BROKEN_OFF", "It ended on its way.");
  });
  const [, name = "freehold"] =
    /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "") ?? [];
  return { name, file };
}

async function readRefusal(reply: Response): Promise<AskError> {
  const { error = "" } = (await reply.json().catch(() => ({}))) as { error?: string };
  // To whoever has no session there is nothing there.
  const code = reply.status === 404 ? "UNAUTHENTICATED" : error || `HTTP_${reply.status}`;
  return new AskError(code, reply.headers.get("x-error-detail") ?? `HTTP ${reply.status}`);
}

/** Hands a file to the browser's downloads. */
export function saveFile({ name, file }: TakenFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The path of the bytes of a public file. */
export function pathOfBytes({
  id,
  contentHash,
  timestamp,
}: {
  readonly id: number;
  readonly contentHash: string;
  readonly timestamp: number | null;
}): string {
  if (timestamp === null) return `/publications/${id}/file`;
  return `/ewp/contents/${contentHash}?timestamp=${timestamp}`;
}

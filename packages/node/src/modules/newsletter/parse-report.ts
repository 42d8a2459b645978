/** The part of a delivery report about one recipient. */
export interface DeliveryReport {
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string;
  /** Such as 5.1.1. */
  readonly status: string;
  /** The part of the text in which the ids of the mail stand. */
  readonly ids: string;
}

const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, "im");
const actionField = field("Action");
const statusField = field("Status");
const boundaryPattern =
  /^content-type:[ \t]*multipart\/report\b.*?boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/im;

/**
 * Reads a delivery report (RFC 3464, 6522): a mail of the type `multipart/report` with a part `message/delivery-status`.
 *
 * @returns null for any other text
 */
export function parseReport(source: string): DeliveryReport | null {
  const text = source.replaceAll("\r\n", "\n");
  const headEnd = text.indexOf("\n\n");
  const head = unfold(headEnd < 0 ? text : text.slice(0, headEnd));
  const found = boundaryPattern.exec(head);
  const boundary = found?.[1] ?? found?.[2];
  if (headEnd < 0 || boundary === undefined) return null;
  const parts = text.slice(headEnd).split(`\n--${boundary}`);
  const isStatus = (part: string) => /^content-type:[ \t]*message\/delivery-status\b/im.test(headOf(part));
  const status = parts.find(isStatus);
  if (status === undefined) return null;
  const fields = unfold(status);
  const action = actionField.exec(fields)?.[1]?.trim().toLowerCase() ?? "";
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(statusField.exec(fields)?.[1]?.trim() ?? "")?.[0];
  if (code === undefined || action === "") return null;
  return {
    action,
    status: code,
    ids: parts.slice(1).join("\n"),
  };
}

function headOf(part: string): string {
  const start = part.indexOf("\n") + 1;
  const end = part.indexOf("\n\n", start);
  return unfold(part.slice(start, end < 0 ? undefined : end));
}

/** Joins header fields that were written in several lines. */
function unfold(text: string): string {
  return text.replace(/\n[ \t]+/g, " ");
}

/** A report that came back by mail. */
export type MailReport = DeliveryReport | Complaint;

/** The part of a delivery report about one recipient. */
export interface DeliveryReport {
  readonly kind: "delivery";
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`. */
  readonly action: string;
  /** Such as 5.1.1. */
  readonly status: string;
  /** The words of the mail server that refused it; empty for none. */
  readonly diagnosis: string;
  /** The part of the text in which the ids of the mail stand. */
  readonly ids: string;
}

/** A reader's complaint, as a mail service passes it on (RFC 5965). */
export interface Complaint {
  readonly kind: "complaint";
  /** Such as `abuse`, `fraud`, `opt-out`, `not-spam`; in lower case. */
  readonly type: string;
  /** The part of the text in which the original mail stands. */
  readonly ids: string;
}

const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, "im");
const typeField = field("Content-Type");
const actionField = field("Action");
const statusField = field("Status");
const diagnosisField = field("Diagnostic-Code");
const feedbackField = field("Feedback-Type");
const boundaryPattern =
  /^content-type:[ \t]*multipart\/report\b.*?boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/im;

/**
 * Reads a report (RFC 6522): a mail of the type `multipart/report` with a part `message/delivery-status` (RFC 3464), or
 * `message/feedback-report` (RFC 5965).
 *
 * @returns null for any other text
 */
export function parseReport(source: string): MailReport | null {
  const text = source.replaceAll("\r\n", "\n");
  const headEnd = text.indexOf("\n\n");
  const head = unfold(headEnd < 0 ? text : text.slice(0, headEnd));
  const found = boundaryPattern.exec(head);
  const boundary = found?.[1] ?? found?.[2];
  if (headEnd < 0 || boundary === undefined) return null;
  const parts = text.slice(headEnd).split(`\n--${boundary}`);
  const ids = parts.slice(1).join("\n");
  const find = (type: string) =>
    parts.find((part) => typeField.exec(headOf(part))?.[1]?.trim().toLowerCase().startsWith(type));
  const feedback = find("message/feedback-report");
  const type = feedback && feedbackField.exec(unfold(feedback))?.[1]?.trim().toLowerCase();
  if (type) return { kind: "complaint", type, ids };
  const status = find("message/delivery-status");
  if (status === undefined) return null;
  const fields = unfold(status);
  const action = actionField.exec(fields)?.[1]?.trim().toLowerCase() ?? "";
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(statusField.exec(fields)?.[1]?.trim() ?? "")?.[0];
  if (code === undefined || action === "") return null;
  const diagnosis =
    diagnosisField
      .exec(fields)?.[1]
      ?.replace(/^\s*smtp\s*;/i, "")
      .trim() ?? "";
  return { kind: "delivery", action, status: code, diagnosis, ids };
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

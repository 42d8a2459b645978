import { type CsvRow, formatCsvLine, hourMs, parseCsv } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { createMailedToken } from "../../domain/comments/mail-link.ts";
import { addMail } from "../../domain/mail/mail.ts";
import { parseMailAddress } from "../../domain/parse-address.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { readMailSettings } from "../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../domain/settings/settings.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { mustBeThere } from "../../store/query-results.ts";
import { leftElsewhere } from "./left-elsewhere.ts";
import { newsletterLimits as limits } from "./limits.ts";
import { hashMailAddress, locateConfirmation, makeNewsletterKey } from "./links.ts";
import { formatChoice } from "./preferences.ts";
import { hasPublicAddress } from "./public-address.ts";
import { cutConsent, type ReaderView, requireRoom } from "./readers.ts";
import {
  findSubscriberByAddress,
  insertSubscribers,
  listKnownAddresses,
  listRefusals,
  type NewSubscriber,
} from "./store/subscribers.ts";

/** The result of an import of readers. */
export interface ImportedReaders {
  added: number;
  /** Addresses of existing readers, and repeated ones. */
  known: number;
  /** They unsubscribed or were deleted here, or the file says that they don't want mails, or never confirmed that they do. */
  refused: number;
  /** Lines without an email address. */
  invalid: number;
}

/**
 * Takes readers from a table (CSV) as this and other programs write them, or from a list of addresses, one in a line.
 * With the owner's word they are subscribed at once; without it each gets the link of a confirmation, spread over time. A reader who left is not added again.
 *
 * @param input.confirmed the owner's word that all of them agreed
 * @throws AppError TOO_LARGE, VALIDATION_FAILED without a column of addresses, TOO_MANY, MAIL_NOT_CONFIGURED
 */
export async function importReaders(
  context: Pick<Context, "store" | "clock" | "owner">,
  { csv, confirmed }: { csv: string; confirmed: boolean },
): Promise<ImportedReaders> {
  if (Buffer.byteLength(csv) > limits.importBytes)
    throw new AppError(
      "TOO_LARGE",
      msg`A file of subscribers can have up to ${Math.floor(limits.importBytes / 1_000_000)} MB.`,
    );
  const total: ImportedReaders = { added: 0, known: 0, refused: 0, invalid: 0 };
  let batch: CsvRow[] = [];
  let isFirst = true;
  const write = async () => {
    const rows = batch;
    batch = [];
    if (rows.length > 0) await writeBatch(context, rows, { confirmed, total });
  };
  for (const row of parseCsv(asTable(csv))) {
    if (isFirst && addressIn(row) === undefined)
      throw new AppError("VALIDATION_FAILED", "The first line of the file has no column named email.");
    isFirst = false;
    if (batch.push(row) >= limits.batch) await write();
  }
  await write();
  return total;
}

/** As this program, Ghost, Mailchimp, Substack and Buttondown name the column. */
const addressColumns = ["email", "email address", "email_address", "e-mail", "mail", "subscriber_email"];

/** The beginning of the name in lists of contacts, such as `E-mail 1 - Value` and `E-Mail-Adresse`. */
const otherColumns = /^(?:e-?mail(?!ed)(?!.*(?:label|type)$)|邮箱|邮件|电子邮件|电子邮箱)/i;

function addressIn(row: CsvRow): string | undefined {
  const name =
    addressColumns.find((column) => row[column] !== undefined) ??
    Object.keys(row).find((column) => otherColumns.test(column));
  return name === undefined ? undefined : row[name];
}

/** A list of addresses alone, one in a line, as a table. */
function asTable(text: string): string {
  // `trim` takes a byte order mark for a blank.
  const [first = ""] = text.trimStart().split(/[\r\n]/, 1);
  return parseMailAddress(first.trim()) === null ? text : `email\n${text}`;
}

async function writeBatch(
  context: Pick<Context, "store" | "clock" | "owner">,
  rows: readonly CsvRow[],
  { confirmed, total }: { confirmed: boolean; total: ImportedReaders },
): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const now = clock.now();
    const found = new Map<string, { email: string; row: CsvRow }>();
    const counts = { known: 0, refused: 0, invalid: 0 };
    for (const row of rows) {
      const email = parseMailAddress((addressIn(row) ?? "").trim());
      if (email === null) counts.invalid += 1;
      else if (leftElsewhere(row, confirmed)) counts.refused += 1;
      else if (found.has(email.toLowerCase())) counts.known += 1;
      else found.set(email.toLowerCase(), { email, row });
    }
    const key = await makeNewsletterKey(tx);
    const hashes = new Map([...found.keys()].map((email) => [email, hashMailAddress(key, email)]));
    const refused = await listRefusals(tx, [...hashes.values()]);
    const known = await listKnownAddresses(tx, [...found.keys()]);
    const fresh = [...found].filter(([email]) => !known.has(email) && !refused.has(hashes.get(email) ?? ""));
    await requireRoom(tx, fresh.length);
    const { defaultLanguage } = await readSettingValues(tx);
    const readers = fresh.map(([, { email, row }]) =>
      toReader(email, row, { confirmed, defaultLanguage, now }),
    );
    if (confirmed) await insertSubscribers(tx, readers);
    else await invite(tx, readers, own);
    total.added += readers.length;
    total.known += counts.known + [...found.keys()].filter((email) => known.has(email)).length;
    total.invalid += counts.invalid;
    total.refused +=
      counts.refused +
      found.size -
      fresh.length -
      [...found.keys()].filter((email) => known.has(email)).length;
  });
}

function toReader(
  email: string,
  row: CsvRow,
  { confirmed, defaultLanguage, now }: { confirmed: boolean; defaultLanguage: string; now: number },
): NewSubscriber {
  const said = row.confirmed_at ?? row.confirm_time ?? row.optin_time ?? row.created_at ?? "";
  const at = Date.parse(said);
  const confirmedAt = Number.isFinite(at) && at > 0 && at < now ? at : now;
  const language = (row.language ?? defaultLanguage).trim().toLowerCase().startsWith("zh") ? "zh" : "en";
  // Elsewhere tags say something of the reader.
  const isOwn = columns.every((name) => row[name] !== undefined);
  const tags = isOwn ? readTags(row.tags?.trim() ?? "") : null;
  return {
    email,
    language,
    tags: formatChoice(tags),
    source: "import",
    tokenHash: null,
    client: null,
    consent: cutConsent([row.consent, row.confirm_ip ?? row.optin_ip, said].filter(Boolean).join(" · ")),
    state: confirmed ? "active" : "pending",
    confirmedAt: confirmed ? confirmedAt : null,
    requestedAt: confirmed ? 0 : now,
    createdAt: now,
  };
}

// No tag has this sign.
const noTags = "!";

/** The tags of a line as `formatReader` writes them. */
function readTags(text: string): string[] | null {
  if (text === noTags) return [];
  return text === "" ? null : text.split(/[\s,;]+/);
}

function writeTags(tags: readonly string[] | null): string {
  if (tags === null) return "";
  return tags.length === 0 ? noTags : tags.join(" ");
}

/** Adds readers who have to confirm, and mails each a link, at the hourly limit of anonymous callers. */
async function invite(
  tx: Tx,
  readers: readonly NewSubscriber[],
  own: { url: string; title: string },
): Promise<void> {
  if (readers.length > 0 && !(await readMailSettings(tx)))
    throw new AppError("MAIL_NOT_CONFIGURED", "Set up email first: confirmations are sent by email.");
  if (readers.length > 0 && !(await hasPublicAddress(tx)))
    throw new AppError("MAIL_NOT_CONFIGURED", "Set a public address first: nobody can confirm without it.");
  const { newsletterPerHour } = await readSettingValues(tx);
  const stride = hourMs / (newsletterPerHour || limits.requestsPerHour);
  for (const [index, reader] of readers.entries()) {
    const { token, hash } = createMailedToken();
    const requestedAt = Math.round(reader.requestedAt + index * stride);
    await insertSubscribers(tx, [{ ...reader, requestedAt, tokenHash: hash }]);
    const { id } = mustBeThere(await findSubscriberByAddress(tx, reader.email), "The reader");
    await addMail(tx, {
      to: reader.email,
      language: reader.language,
      now: requestedAt,
      template: "confirm-subscription",
      variables: {
        siteTitle: own.title,
        link: locateConfirmation(own.url, id, token),
        hours: limits.pendingMs / hourMs,
      },
    });
  }
}

const columns = ["email", "state", "tags", "language", "confirmed_at", "source", "consent"] as const;

/** The first line of a file of readers. */
export const csvHeader = formatCsvLine(columns);

/** A reader as a line of that file; readers who have not confirmed yet have no time. */
export function formatReader({
  email,
  state,
  tags,
  language,
  confirmedAt,
  source,
  consent,
}: Omit<ReaderView, "id">): string {
  return formatCsvLine([email, state, writeTags(tags), language, confirmedAt, source, consent]);
}

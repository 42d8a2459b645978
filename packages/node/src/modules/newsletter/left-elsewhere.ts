import type { CsvRow } from "@freehold/protocol/internal";

/** Columns with the time at which, or the mark that, a reader left or the mails bounced. */
const leaving =
  /unsub|(?:black|block)[ _-]?list|opt(?:ed)?[ _-]?out|suppress|do[ _-]?not[ _-]?(?:e?mail|contact)|^(?:clean(?:ed)?|deleted|removed|bounced?|(?:e-?mail[ _-]?)?disabled|complain(?:ed|t))(?:[ _-]?(?:at|on|time|date|reason))?$/;

/** Columns that say whether a reader wants mails. */
const wanting =
  /^(?:subscribed(?:[ _]to[ _]emails)?|is[ _]subscribed|accepts?[ _](?:e-?mail[ _])?marketing|(?:e-?mail[ _])?opt(?:ed)?[ _-]?in|active|email[ _]marketing(?:[ _]consent)?)$/;

/** Columns of states. One with the state of an address has none of the words below. */
const states = /(?:^|[ _-])(?:state|status)$|^subscriber_type$/;

/** States in which other programs send a reader no mails: the reader left, or the mails came back. */
const leftStates =
  /^(?:un-?subscribed|inactive|(?:not|never|non)[ _-]?subscribed|cleaned|(?:hard[ _-]|soft[ _-])?bounced?|removed|deleted|cancell?ed|undeliverable|invalid|complain(?:ed|t)|spam(?:my)?|blocked|(?:black|block)listed|suppressed|disabled|paused|opt(?:ed)?[ _-]?out)$/i;

/** States of readers who never opened the mailed link: only they can confirm. */
const openStates = /^(?:pending|unconfirmed|unactivated)$/i;

/** No mark; nor is the link by which each mail lets its reader leave. */
const isNo = /^(?:|false|f|no|n|0|null|none|nil|never|-|0000-00-00.*|https?:.*)$/i;

/**
 * Tells from a line of another program's list whether that program sends this reader no mails. Substack's `active_subscription` tells who
 * pays, and not that.
 *
 * @param confirmed the owner's word that all of them agreed; readers who never confirmed elsewhere are not among these
 */
export function leftElsewhere(row: CsvRow, confirmed: boolean): boolean {
  return Object.entries(row).some(([column, field]) => {
    const value = field.trim();
    if (leaving.test(column)) return !isNo.test(value);
    if (wanting.test(column)) return value !== "" && isNo.test(value);
    if (states.test(column)) return leftStates.test(value) || (confirmed && openStates.test(value));
    return false;
  });
}

import { minuteMs } from "@freehold/protocol/internal";

/** Conversations with the owner's mail server. */
export const limits = {
  addressLength: 254, // a mail address
  answerLength: 300, // the words of a mail server that the owner sees
};

/**
 * How long a mail server may take. RFC 5321 (4.5.3.2) asks for 5 minutes for the greeting and most steps, and for 10 minutes
 * after the final dot.
 */
export interface MailWaits {
  /** Until the connection stands (ms). */
  readonly connectMs: number;
  /** Until the greeting, and for TLS (ms). */
  readonly greetingMs: number;
  /** Until the answer to any later step, the final dot among them (ms). */
  readonly answerMs: number;
  /** For the whole mail (ms). */
  readonly mailMs: number;
}

export const mailWaits: MailWaits = {
  connectMs: minuteMs / 2,
  greetingMs: 5 * minuteMs,
  answerMs: 10 * minuteMs,
  mailMs: 40 * minuteMs,
};

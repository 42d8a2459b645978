import { KiB, MiB } from "@freehold/protocol/internal";

/** Limits of texts that others wrote (decision 0030). */
export const textLimits = {
  textMost: 4 * MiB, // HTML of any text
  drawnInside: 512 * KiB, // drawings of diagrams that stand in a text of the timeline, together
  feedExcerptMultiple: 16, // HTML of the beginning of an entry, as a multiple of the characters that it shows
  addressLength: 2_048, // the address of a link or a picture in a text
};

import { createDateTexts } from "./dates.ts";
import type { Messages } from "./en.ts";

// Each language in the zone of now, and in the one before.
const mostZones = 4;

const inZones = new Map<string, Messages>();

/** The messages with the dates of a time zone. @param timeZone IANA name */
export function inTimeZone(messages: Messages, timeZone: string): Messages {
  if (messages.timeZone === timeZone) return messages;
  const key = `${messages.language} ${timeZone}`;
  const known = inZones.get(key);
  if (known) return known;
  const language = messages.language.startsWith("zh") ? "zh" : "en";
  const made = { ...messages, ...createDateTexts(language, timeZone) };
  // A node has one zone, until its owner chooses another.
  if (inZones.size >= mostZones) inZones.clear();
  inZones.set(key, made);
  return made;
}

const isoPattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A time that a peer gave, as ISO 8601 in UTC. Without a zone it is taken for UTC, whatever zone this program runs in.
 *
 * @param value ISO 8601 text, or milliseconds of the Unix epoch
 * @returns null when it is neither
 */
export function parseTime(value: unknown): string | null {
  const time = typeof value === "number" ? new Date(value) : parseIso(value);
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function parseIso(value: unknown): Date | null {
  const parts = typeof value === "string" ? isoPattern.exec(value) : null;
  if (!parts) return null;
  const [, day, time = "00:00", zone = "Z"] = parts;
  return new Date(`${day}T${time}${zone}`);
}

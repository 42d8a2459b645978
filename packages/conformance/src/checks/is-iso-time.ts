const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Whether this is an ISO 8601 time in UTC, of a day that there is. */
export function isIsoTime(value: unknown): boolean {
  return typeof value === "string" && pattern.test(value) && !Number.isNaN(Date.parse(value));
}

const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * One mail address, its domain in lower case; null for what is none. Quoted names, comments, address literals and lists
 * are not taken, so that nothing in it can be read as another header or another recipient.
 */
export function parseMailAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 254) return null;
  const at = value.lastIndexOf("@");
  const name = value.slice(0, Math.max(at, 0));
  const domain = value.slice(at + 1);
  const labels = domain.split(".");
  if (name.length > 64 || !local.test(name) || labels.length < 2) return null;
  return labels.every((part) => label.test(part)) ? `${name}@${domain.toLowerCase()}` : null;
}

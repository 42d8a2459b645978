import { limits } from "./limits.ts";

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const pattern = new RegExp(`^${atom}(?:[.]${atom})*@(?:${label}[.])+${label}$`);

/**
 * Whether a text is one plain mail address, as people have them: no name beside it, no quotes, no comments, and above
 * all not several, for the mail library takes a list apart wherever it meets one.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= limits.addressLength && text.indexOf("@") <= limits.localPartLength && pattern.test(text)
  );
}

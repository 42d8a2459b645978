/**
 * An address that this node is to call and that is no node: an https URL without credentials and fragment. Which hosts
 * and ports are called in the end is checked where the connection is made.
 */
export function parseCallTarget(text: string): URL | null {
  if (text.length > 2_048 || /[\s\p{Cc}]/u.test(text)) return null;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" && url.hash === ""
    ? url
    : null;
}

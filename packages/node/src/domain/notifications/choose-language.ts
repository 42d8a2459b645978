/** The languages in which the node itself writes mails and pushes; the first is for everybody else. */
const messageLanguages = ["en", "zh"] as const;
export type MessageLanguage = (typeof messageLanguages)[number];

/**
 * The language for somebody out of those that the node writes.
 *
 * @param wishes language tags (BCP 47) or whole values of Accept-Language, best first; null for one that is not known
 */
export function chooseLanguage(...wishes: readonly (string | null)[]): MessageLanguage {
  const tags = wishes.flatMap((wish) => (wish ?? "").slice(0, 500).split(","));
  const primary = tags.map((tag) => tag.trim().toLowerCase().split(/[-_;]/)[0]);
  return primary.flatMap((one) => messageLanguages.filter((known) => known === one))[0] ?? "en";
}

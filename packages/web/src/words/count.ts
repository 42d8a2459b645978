const plurals = new Intl.PluralRules("en-GB");
const number = new Intl.NumberFormat("en-GB");

/** A number with its noun in English, as "1 post" or "1,200 posts". */
export function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${plurals.select(value) === "one" ? one : many}`;
}

const units = ["kB", "MB", "GB"] as const;

/** A size as "12 kB". @param ofBytes formats sizes below 1,000 bytes */
export function formatSize(bytes: number, ofBytes: (bytes: number) => string): string {
  if (bytes < 1000) return ofBytes(bytes);
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Numbers of a language. The data of languages takes 6 MB, which the first use loads. */
function createFormats(numbers: string) {
  const open = () => ({
    number: new Intl.NumberFormat(numbers),
    plurals: new Intl.PluralRules(numbers),
  });
  let opened: ReturnType<typeof open> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

const english = createFormats("en-GB");
const chinese = createFormats("zh-Hans");
export const englishNumber = { format: (value: number): string => english().number.format(value) };
export const chineseNumber = { format: (value: number): string => chinese().number.format(value) };

/** A number with its noun in English, as "1 post" or "1,200 posts". */
export function count(value: number, one: string, many: string): string {
  return `${englishNumber.format(value)} ${english().plurals.select(value) === "one" ? one : many}`;
}

/** A node counts the followers of a signature up to here. */
export const countedFollowers = 10_000;

/** Hexadecimal digits in groups of four, after the `0x`. */
export function groupDigits(hex: string): string[] {
  return [hex.slice(0, 2), ...(hex.slice(2).match(/.{1,4}/g) ?? [])];
}

const han = /[\p{Script=Han}]/u;
const latin = /[\p{Script=Latin}\p{N}]/u;

/** Chinese with values in it: a space stands between Han and Latin letters or digits, as where they are written out. */
export function zhText(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return strings.reduce((text, part, index) => {
    const value = String(values[index - 1]);
    const gap = (left = "", right = "") =>
      (han.test(left) && latin.test(right)) || (latin.test(left) && han.test(right)) ? " " : "";
    return `${text}${gap(text.at(-1), value[0])}${value}${gap(value.at(-1), part[0])}${part}`;
  });
}

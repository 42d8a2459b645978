/** The texts of dates in one language and one time zone. Times are milliseconds of the Unix epoch, also before 1970. */
export interface DateTexts {
  /** IANA name of the zone. */
  readonly timeZone: string;
  /** A day with its year. */
  day(ms: number): string;
  /** A day without its year. */
  dayOfYear(ms: number): string;
  /** A day and a time of day, with the zone. */
  second(ms: number): string;
  /** A month with its year. */
  month(ms: number): string;
  /** The number of a day in its month, from 1. */
  dayOfMonth(ms: number): number;
  year(ms: number): number;
}

const locales = { en: "en-GB", zh: "zh-CN" } as const;

/** Dates of a language in a time zone. The data of languages takes 6 MB, which the first use loads. */
export function createDateTexts(language: keyof typeof locales, timeZone: string): DateTexts {
  const make = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | null = null;
    return (ms: number): string => {
      made ??= new Intl.DateTimeFormat(locales[language], { timeZone, ...options });
      return made.format(ms);
    };
  };
  const day = make({ dateStyle: "long" });
  const clock = make({ timeStyle: "medium" });
  const parts = { calendar: "gregory", timeZone } as const;
  const number = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | null = null;
    return (ms: number): number => {
      made ??= new Intl.DateTimeFormat("en-GB", { ...parts, ...options });
      return Number(made.format(ms));
    };
  };
  return {
    timeZone,
    day,
    dayOfYear: make({ day: "numeric", month: "short" }),
    second: (ms) =>
      language === "zh"
        ? `${day(ms)} ${clock(ms)}（${timeZone}）`
        : `${day(ms)} at ${clock(ms)} ${timeZone === "UTC" ? timeZone : `(${timeZone})`}`,
    month: make({ month: "long", year: "numeric" }),
    dayOfMonth: number({ day: "numeric" }),
    year: number({ year: "numeric" }),
  };
}

/** The zone of a node whose owner has set none. */
export const defaultTimeZone = "UTC";

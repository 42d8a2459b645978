/** Browsers, the particular ones before those whose name they carry as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * What an owner calls the device that a session was begun on, as "Firefox, Windows". It is what the device says of
 * itself, and decides nothing.
 *
 * @param agent the header User-Agent
 * @returns null where it names neither a browser nor a system that is known
 */
export function nameDevice(agent: string | null): string | null {
  if (agent === null) return null;
  const named = [browsers, systems].flatMap(
    (kinds) => kinds.find(([pattern]) => pattern.test(agent))?.[1] ?? [],
  );
  return named.join(", ") || null;
}

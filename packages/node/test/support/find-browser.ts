import { existsSync } from "node:fs";

/** Debian's packages of Chromium: a page costs the first one a third less of the processor. */
export const browserPackages = ["chromium-headless-shell", "chromium"] as const;

/** @returns the path of the Chromium that tests open: what CHROMIUM names, or the first package; null where none is there */
export function findBrowser(): string | null {
  const paths = process.env.CHROMIUM ? [process.env.CHROMIUM] : browserPackages.map(pathOf);
  return paths.find((path) => existsSync(path)) ?? null;
}

export function pathOf(name: (typeof browserPackages)[number]): string {
  return `/usr/bin/${name}`;
}

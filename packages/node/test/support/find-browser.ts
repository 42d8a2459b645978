import { existsSync } from "node:fs";

/** Debian's packages of Chromium; the first one needs a third less processor time for a page. */
export const browserPackages = ["chromium-headless-shell", "chromium"] as const;

/** @returns the path of Chromium for tests: the value of CHROMIUM, or the first installed package; null without any */
export function findBrowser(): string | null {
  const paths = process.env.CHROMIUM ? [process.env.CHROMIUM] : browserPackages.map(pathOf);
  return paths.find((path) => existsSync(path)) ?? null;
}

export function pathOf(name: (typeof browserPackages)[number]): string {
  return `/usr/bin/${name}`;
}

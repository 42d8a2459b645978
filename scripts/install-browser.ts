import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { browserPackages, findBrowser, pathOf } from "../packages/node/test/support/find-browser.ts";

const fonts = "fonts-noto-cjk";

/** The longest time for one call of apt-get. */
const installMs = 5 * 60_000;

/**
 * Installs Debian's Chromium for the browser tests, if there is none and `apt-get` exists. CI also gets the lighter package if it
 * has the other one.
 */
export async function installBrowser(): Promise<void> {
  const [lighter] = browserPackages;
  if (process.env.CI && !process.env.CHROMIUM ? existsSync(pathOf(lighter)) : findBrowser()) return;
  process.stdout.write("Installing Chromium for the browser tests …\n");
  await apt("update");
  for (const name of browserPackages) {
    if (!findBrowser() || name === lighter)
      await apt("install", "-y", "--no-install-recommends", name, fonts);
  }
  if (!findBrowser()) throw new Error("There is no Chromium. CHROMIUM names the path of one.");
}

/** A failure shows in what is missing afterwards. */
function apt(...args: string[]): Promise<void> {
  const [command = "", ...rest] = [
    ...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]),
    "apt-get",
    "-qq",
    ...args,
  ];
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // The files need not survive a power cut.
    const fast = ["-o", "Dpkg::Options::=--force-unsafe-io"];
    const stdio = ["ignore", "ignore", "inherit"] as const;
    const child = spawn(command, [...rest, ...fast], { stdio: [...stdio], env, timeout: installMs });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
}

if (import.meta.main) await installBrowser();

import { spawn } from "node:child_process";
import { access } from "node:fs/promises";

const path = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Installs Debian's Chromium for the browser tests, where it is missing and `apt-get` is there. */
export async function installBrowser(): Promise<void> {
  if (await isThere(path)) return;
  process.stdout.write("Installing Chromium for the browser tests …\n");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  await run([...sudo, "apt-get", "update", "-qq"]);
  const packages = ["chromium", "fonts-noto-cjk"];
  await run([...sudo, "apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages]);
  if (!(await isThere(path)))
    throw new Error(`There is no Chromium at ${path}. CHROMIUM names another path.`);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A failure shows in what is missing afterwards. */
function run([command = "", ...args]: string[]): Promise<void> {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
}

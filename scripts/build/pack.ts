import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { publishedPackages, writePackage } from "./packages.ts";

/**
 * `npm run pack [FOLDER]`: writes each package that can be published into a folder, `build` by default, and beside it the
 * tarball that `npm publish` would send.
 */
const folder = resolve(process.argv[2] ?? "build");
mkdirSync(folder, { recursive: true });
for (const one of publishedPackages) {
  const content = join(folder, one.name.replace("@freehold/", ""));
  await writePackage(one, content);
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, content]);
  process.stdout.write(packed);
}

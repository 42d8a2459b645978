import { join } from "node:path";
import { type InputOption, rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

/** A package's own sources become JavaScript; other packages stay imports. Names with `#` are files of the package itself. */
const isOther = (id: string) => /^(?:node:|@?[a-z])/i.test(id);

/**
 * Makes JavaScript of a package that others import: a file for each module, so that a bundler leaves out those that a page
 * does not use.
 *
 * @param packageFolder of the sources; paths of entries are relative to it
 * @param folder is emptied before
 */
export async function bundleLibrary(
  packageFolder: string,
  { input, folder, platform }: { input: InputOption; folder: string; platform: "node" | "browser" },
): Promise<void> {
  await using bundle = await rolldown({
    cwd: packageFolder,
    input,
    platform,
    transform: { target: "esnext" },
    external: isOther,
  });
  await bundle.write({
    dir: folder,
    cleanDir: true,
    entryFileNames: "[name].js",
    preserveModules: true,
    preserveModulesRoot: join(packageFolder, "src"),
    comments: { legal: true, annotation: true, jsdoc: false },
  });
}

/** The schema as a type: it stays a file of its own, `schema.d.ts`, whose lines would be 40 times as many in the others. */
const schemaOfClient = "/generated/schema.ts";

/**
 * Rolls up the types that the `src/index.ts` of a package exports, as TypeScript sees them from outside.
 *
 * @returns the text of `index.d.ts`
 */
export async function rollUpTypes(packageFolder: string): Promise<string> {
  await using bundle = await rolldown({
    cwd: packageFolder,
    input: { index: "src/index.ts" },
    external: (id) => isOther(id) || id.endsWith(schemaOfClient),
    // Most of the time goes into the types.
    checks: { bundlerTimings: false, pluginTimings: false },
    plugins: [dts({ emitDtsOnly: true, compilerOptions: { noEmit: false, incremental: false } })],
  });
  const { output } = await bundle.generate({ format: "esm" });
  const [types] = output;
  if (types.fileName !== "index.d.ts") throw new Error(`${packageFolder} has no types.`);
  // What a module imports for its effect alone is of no type.
  return types.code.replace(/^import "[^"]+";\n/gm, "").replace(`.${schemaOfClient}`, "./schema.js");
}

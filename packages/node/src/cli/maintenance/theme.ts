import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { graphql } from "@freehold/client";
import {
  designs,
  readThemeFile,
  type SiteTheme,
  siteThemes,
  splitTheme,
  type ThemeFault,
  themeNameLength,
  themeOfDesign,
  themeOfSite,
  writeThemeFile,
} from "@freehold/web";
import { program } from "../../config/program.ts";
import { limits } from "../../domain/limits.ts";
import { AppError } from "../../errors/errors.ts";
import { askApi } from "../ask-api.ts";
import { type Call, chooseAction } from "../command.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

const looksQuery = graphql("query { looks: settings { siteTheme stylesheet } }");
const updateLooks = graphql(
  "mutation ($input: UpdateSettingsInput!) { looks: updateSettings(input: $input) { siteTheme stylesheet } }",
);

const files = { manifest: "theme.json", css: "theme.css" } as const;

/** `freehold theme`: writes a design as a folder or a file, to be changed, and makes one the site's design (docs/themes.md). */
export async function theme(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], download: [1, 2], upload: [1, 1] });
  const [first = "", path = first] = rest;
  if (action === "list") {
    const names = siteThemes.map(({ name }) => name);
    return await printResult(call, names, [names.join("\n")]);
  }
  if (action === "download") {
    const found = rest.length === 2 ? findTheme(first) : await readCurrent(call);
    await writeTheme(path, found);
    return await printResult(call, { path, name: found.name }, [`Wrote ${found.name} to ${path}.`]);
  }
  const found = await readTheme(first);
  const written = writeThemeFile(found);
  if (Buffer.byteLength(written) > limits.stylesheetBytes) throw tooLarge(first);
  await using node = await openForCall(call);
  const { stylesheet } = (await askApi(node, looksQuery)).looks;
  const own = splitTheme(stylesheet).css;
  if (own.trim() !== "" && own !== found.css && call.flags.replace !== true) {
    throw new AppError(
      "USAGE",
      `The site has a stylesheet of its own, which this theme would replace. Save it with \`${program} theme download FOLDER\`, then add --replace.`,
    );
  }
  const { looks } = await askApi(node, updateLooks, {
    input: { siteTheme: found.base, stylesheet: written },
  });
  await printResult(call, { name: found.name, siteTheme: looks.siteTheme }, [
    `The site has the theme ${found.name} now.`,
  ]);
}

/** @throws AppError USAGE for an unknown name */
function findTheme(name: string): SiteTheme {
  const found = siteThemes.find((one) => one.name === name);
  if (found) return themeOfDesign(name, found.name, found.css);
  const names = new Intl.ListFormat("en").format(designs);
  throw new AppError("USAGE", `There is no theme ${JSON.stringify(name)}. There are ${names}.`);
}

async function readCurrent(call: Call): Promise<SiteTheme> {
  await using node = await openForCall(call);
  const { looks } = await askApi(node, looksQuery);
  return await themeOfSite(looks, (design) => findTheme(design).css);
}

const isFile = (path: string): boolean => extname(path).toLowerCase() === ".css";

/** @throws AppError USAGE where there is a theme already */
async function writeTheme(path: string, found: SiteTheme): Promise<void> {
  const { name, base, css } = found;
  const folder = isFile(path) ? dirname(path) : path;
  await mkdir(folder, { recursive: true });
  try {
    if (isFile(path)) return await writeFile(path, writeThemeFile(found), { flag: "wx" });
    const manifest = `${JSON.stringify({ name, base }, null, 2)}\n`;
    await writeFile(join(folder, files.manifest), manifest, { flag: "wx" });
    await writeFile(join(folder, files.css), css, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new AppError(
      "USAGE",
      `${path} holds a theme. Name ${isFile(path) ? "a new file" : "an empty folder"}.`,
    );
  }
}

/** @throws AppError USAGE for what is no theme, and for one that loads something from elsewhere */
async function readTheme(path: string): Promise<SiteTheme> {
  const found = isFile(path)
    ? readThemeFile(await readSmallFile(path))
    : readThemeFile(
        await readSmallFile(join(path, files.css)),
        await readSmallFile(join(path, files.manifest)),
      );
  if ("fault" in found) throw refusal(found, isFile(path));
  return found;
}

function refusal(found: ThemeFault, isOneFile: boolean): AppError {
  if (found.fault === "foreign")
    return new AppError(
      "USAGE",
      `${files.css} loads something from elsewhere: ${found.part}. A theme can name only addresses of this site.`,
    );
  const form = '{"name": "…", "base": "…"}';
  const is = isOneFile
    ? `The file must begin with /* Freehold theme ${form} */`
    : `${files.manifest} must be ${form}`;
  return new AppError(
    "USAGE",
    `${is}: a name of up to ${themeNameLength} characters, and a base of ${designs.join(", ")}.`,
  );
}

async function readSmallFile(path: string): Promise<string> {
  const { size } = await stat(path).catch(() => ({ size: null }));
  if (size === null) throw new AppError("USAGE", `There is no ${path}.`);
  if (size > limits.stylesheetBytes) throw tooLarge(path);
  return await readFile(path, "utf8");
}

const tooLarge = (path: string): AppError =>
  new AppError("USAGE", `${path} is larger than ${Math.floor(limits.stylesheetBytes / 1_000)} kB.`);

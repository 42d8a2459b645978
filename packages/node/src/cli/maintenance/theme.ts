import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { graphql } from "@freehold/client";
import { siteThemes } from "@freehold/web";
import { z } from "zod";
import { limits } from "../../domain/limits.ts";
import { AppError } from "../../errors/errors.ts";
import { askApi } from "../ask-api.ts";
import { type Call, chooseAction } from "../command.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";
import { findForeignPart } from "./theme-css.ts";

const looksQuery = graphql("query { looks: settings { siteTheme stylesheet } }");
const updateLooks = graphql(
  "mutation ($input: UpdateSettingsInput!) { looks: updateSettings(input: $input) { siteTheme stylesheet } }",
);

const nameLength = 100; // characters

/** The manifest of a theme: the design whose rules come before its own. */
const manifestOf = z.strictObject({
  name: z.string().min(1).max(nameLength),
  base: z.enum(["paper", "journal", "photographs", "plain"]),
});

interface Theme extends z.infer<typeof manifestOf> {
  readonly css: string;
}

const files = { manifest: "theme.json", css: "theme.css" } as const;

/** `freehold theme`: writes a design into a folder, to be changed, and makes a folder the site's design (docs/themes.md). */
export async function theme(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], download: [1, 2], upload: [1, 1] });
  const [first = "", folder = first] = rest;
  if (action === "list") {
    const names = siteThemes.map(({ name }) => name);
    return await printResult(call, names, [names.join("\n")]);
  }
  if (action === "download") {
    const found = rest.length === 2 ? findTheme(first) : await readCurrent(call);
    await writeTheme(folder, found);
    return await printResult(call, { folder, name: found.name }, [`Wrote ${found.name} to ${folder}.`]);
  }
  const { name, base, css } = await readTheme(first);
  await using node = await openForCall(call);
  const { stylesheet } = (await askApi(node, looksQuery)).looks;
  if (stylesheet !== "" && stylesheet !== css && call.flags.replace !== true) {
    throw new AppError(
      "USAGE",
      "The site has a stylesheet of its own, which this theme would replace. Save it with `freehold theme download FOLDER`, then add --replace.",
    );
  }
  const { looks } = await askApi(node, updateLooks, { input: { siteTheme: base, stylesheet: css } });
  await printResult(call, { name, siteTheme: looks.siteTheme }, [`The site has the theme ${name} now.`]);
}

/** @throws AppError USAGE for an unknown name */
function findTheme(name: string): Theme {
  const found = siteThemes.find((one) => one.name === name);
  if (!found) {
    const names = new Intl.ListFormat("en").format(siteThemes.map((one) => one.name));
    throw new AppError("USAGE", `There is no theme ${JSON.stringify(name)}. There are ${names}.`);
  }
  // The home page of photographs has HTML of its own, which comes with the design.
  return { ...found, base: name === "photographs" ? "photographs" : "paper" };
}

async function readCurrent(call: Call): Promise<Theme> {
  await using node = await openForCall(call);
  const { siteTheme, stylesheet } = (await askApi(node, looksQuery)).looks;
  return { name: "My theme", base: manifestOf.shape.base.parse(siteTheme), css: stylesheet };
}

/** @throws AppError USAGE where the folder has files of a theme already */
async function writeTheme(folder: string, { name, base, css }: Theme): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = `${JSON.stringify({ name, base }, null, 2)}\n`;
  try {
    await writeFile(join(folder, files.manifest), manifest, { flag: "wx" });
    await writeFile(join(folder, files.css), css, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new AppError("USAGE", `${folder} holds a theme. Name an empty folder.`);
  }
}

/** @throws AppError USAGE for a folder that is no theme, and for one that loads something from elsewhere */
async function readTheme(folder: string): Promise<Theme> {
  const css = await readSmallFile(join(folder, files.css));
  const text = await readSmallFile(join(folder, files.manifest));
  const manifest = manifestOf.safeParse(parseJson(text)).data;
  if (!manifest) {
    const bases = manifestOf.shape.base.options.join(", ");
    throw new AppError(
      "USAGE",
      `${files.manifest} must be {"name": "…", "base": "…"}: a name of up to ${nameLength} characters, and a base of ${bases}.`,
    );
  }
  const foreign = findForeignPart(css);
  if (foreign !== null) {
    throw new AppError(
      "USAGE",
      `${files.css} loads something from elsewhere: ${foreign}. A theme can name only addresses of this site.`,
    );
  }
  return { ...manifest, css };
}

async function readSmallFile(path: string): Promise<string> {
  const { size } = await stat(path).catch(() => ({ size: null }));
  if (size === null) throw new AppError("USAGE", `There is no ${path}.`);
  if (size > limits.stylesheetBytes)
    throw new AppError("USAGE", `${path} is larger than ${limits.stylesheetBytes / 1024} KiB.`);
  return await readFile(path, "utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

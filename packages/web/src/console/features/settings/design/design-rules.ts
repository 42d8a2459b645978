import { type SiteTheme, variablesOf } from "../../../../styles/themes/theme-file.ts";

const loaders: Readonly<Record<SiteTheme["base"], () => Promise<{ readonly default: string }>>> = {
  paper: () => import("../../../../styles/ground.css?raw"),
  journal: () => import("../../../../styles/themes/journal.css?raw"),
  photographs: () => import("../../../../styles/themes/photographs.css?raw"),
  plain: () => import("../../../../styles/themes/plain.css?raw"),
};

/** The rules of a design of the program, loaded when they are needed; of paper, the variables of the site's own look. */
export async function rulesOf(design: SiteTheme["base"]): Promise<string> {
  const { default: css } = await loaders[design]();
  return design === "paper" ? variablesOf(css) : css;
}

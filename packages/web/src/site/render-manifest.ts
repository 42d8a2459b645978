import { grounds } from "../drawings/accent.ts";
import { appIcons } from "./render-app-icon.ts";
import type { OwnedView } from "./view.ts";

/** The web app manifest: the site under its owner's name, in its colours. */
export function renderManifest({ owner, assets, words }: OwnedView): string {
  const name = owner.title || "Freehold";
  const pictures = appIcons.map(({ file, size, isMaskable }) => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: isMaskable ? "maskable" : "any",
  }));
  return JSON.stringify({
    id: "/",
    name,
    short_name: [...name].slice(0, 24).join(""),
    ...(owner.description && { description: owner.description }),
    lang: words.language,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: grounds.light,
    theme_color: owner.accent.light,
    icons: [{ src: assets.icon, sizes: "any", type: "image/svg+xml", purpose: "any" }, ...pictures],
  });
}

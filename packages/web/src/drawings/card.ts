import type { Hash } from "@freehold/protocol";
import { directionOf } from "../markdown/text/direction.ts";
import type { SiteOwner } from "../site/view.ts";
import { grounds, inks } from "./accent.ts";
import { placeDrawing, svgFile } from "./drawing.ts";
import { drawPortrait } from "./portrait.ts";
import { drawSeal } from "./seal.ts";

/** The size of a card in pixels, as previews elsewhere expect it. */
export const cardSize = { width: 1_200, height: 630 } as const;

/** A text as a picture, in the size of its letters. */
export interface CardText {
  /** A data URL. */
  readonly picture: string;
  readonly width: number;
  readonly height: number;
}

export interface Card {
  readonly owner: Pick<SiteOwner, "address" | "accent">;
  /** The content hash of a signed post; null for a local one. */
  readonly seal: Hash | null;
  /** The words of the title, which give its direction. */
  readonly title: string;
  /** The title and the owner's name, in the places of `textPlaces`; null for a card without its pictures. */
  readonly texts: { readonly title: CardText; readonly name: CardText } | null;
  /** A picture as a data URL; null for none. */
  readonly cover: string | null;
  /** The owner's picture, a square, as a data URL; null for the portrait that is made of the address. */
  readonly avatar: string | null;
}

const left = 80;

/** The places of the two texts, in pixels. @param hasCover whether a picture takes the right of the card */
export function textPlaces(hasCover: boolean) {
  const width = hasCover ? 600 : cardSize.width - 2 * left;
  return {
    title: { width, height: 350, sizes: [92, 84, 70, 58], colour: inks.light },
    name: { width: width - 96 - 80, height: 66, sizes: [34], colour: inks.light },
  } as const;
}

/** The picture of a post in previews elsewhere, an SVG file: its cover or its seal, its title, and who wrote it. */
export function renderCard({ owner, seal, title, texts, cover, avatar }: Card): string {
  const { width, height } = cardSize;
  const { light: colour } = owner.accent;
  const portrait = drawPortrait(owner.address);
  const main = seal === null ? portrait : drawSeal(seal);
  const textWidth = textPlaces(cover !== null).title.width;
  const isLeftward = directionOf(title) === "rtl";
  const shapes = [
    `<path fill="${grounds.light}" d="M0 0H${width}V${height}H0Z"/>`,
    cover === null
      ? `<g opacity="0.09">${placeDrawing(main, { x: 560, y: -185, width: 1_000, colour })}</g>`
      : `<image href="${cover}" x="${width - 460}" y="0" width="460" height="${height}" preserveAspectRatio="xMidYMid slice"/>`,
    texts && placeText(texts.title, isLeftward ? left + textWidth - texts.title.width : left, 84),
    avatar === null ? placeDrawing(portrait, { x: left, y: 486, width: 72, colour }) : drawAvatar(avatar),
    texts && placeText(texts.name, left + 96, 522 - Math.round(texts.name.height / 2)),
    seal && placeDrawing(main, { x: left + textWidth - 64, y: 490, width: 64, colour }),
    `<path fill="${colour}" d="M0 ${height - 14}H${width}V${height}H0Z"/>`,
  ];
  return svgFile(cardSize, shapes.filter((shape) => shape !== null).join(""));
}

const placeText = ({ picture, width, height }: CardText, x: number, y: number): string =>
  `<image href="${picture}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;

function drawAvatar(picture: string): string {
  return (
    `<clipPath id="round"><circle cx="${left + 36}" cy="522" r="36"/></clipPath>` +
    `<image href="${picture}" x="${left}" y="486" width="72" height="72" clip-path="url(#round)"/>`
  );
}

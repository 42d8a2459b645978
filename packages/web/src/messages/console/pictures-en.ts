import { count } from "../site/format.ts";

const kinds = {
  LOCATION: "the location",
  CAMERA: "camera data",
  TEXT: "captions and keywords",
  PREVIEW: "smaller copies",
  APPENDED: "data after its end",
  OTHER: "data of other programs",
};

/** Data in a picture beside what it shows. */
export type MetadataKind = keyof typeof kinds;

/** Texts about the data in pictures beside what they show. */
export const picturesEn = {
  removed: (name: string, found: readonly MetadataKind[]): string =>
    `Removed from ${name}: ${found.map((kind) => kinds[kind]).join(", ")}.`,
  keep: "Keep location and camera data of pictures",
  ok: "OK",
  withLocation: (value: number, open: number): string =>
    open === 0
      ? `${count(value, "picture", "pictures")} here say where they were taken.`
      : `${count(value, "picture", "pictures")} here say where they were taken. ${number(open)} can be replaced by copies without it.`,
  replace: (value: number): string => `Remove it from ${count(value, "picture", "pictures")}`,
  replaced: (value: number): string => `Removed from ${count(value, "picture", "pictures")}.`,
  signed: "Signed pictures can't be changed. You can delete them here; copies on other nodes stay.",
  named: "Pictures that a signed post shows stay as they are.",
};

function number(value: number): string {
  return value === 1 ? "One" : String(value);
}

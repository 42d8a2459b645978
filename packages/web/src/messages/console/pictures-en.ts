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
};

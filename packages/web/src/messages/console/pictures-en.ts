const kinds = {
  LOCATION: "the location",
  CAMERA: "camera data",
  TEXT: "captions and keywords",
  PREVIEW: "smaller copies",
  APPENDED: "data after its end",
  OTHER: "data of other programs",
};

/** Data in a picture in addition to the image. */
export type MetadataKind = keyof typeof kinds;

/** Texts about the data in pictures in addition to the image. */
export const picturesEn = {
  removed: (name: string, found: readonly MetadataKind[]): string =>
    `Removed from ${name}: ${found.map((kind) => kinds[kind]).join(", ")}.`,
  removedHere: (found: readonly MetadataKind[]): string =>
    `Removed from the picture: ${found.map((kind) => kinds[kind]).join(", ")}.`,
  says: (found: readonly MetadataKind[]): string =>
    found.includes("LOCATION")
      ? "It contains the location where it was taken."
      : "It contains data about the camera.",
  signed: "It is signed and can't be changed. You can delete it here.",
  clean: "Remove location and camera data",
  cleanOne: (name: string): string => `Remove location and camera data of ${name}`,
  keep: "Keep location and camera data of pictures",
  ok: "OK",
};

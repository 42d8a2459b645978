type Sharp = typeof import("sharp").default;

let loading: Promise<Sharp> | undefined;

/** The formats that are decoded at all; libvips knows some twenty more, each a parser of foreign bytes. */
const loaders = ["Jpeg", "Png", "Webp", "Nsgif"].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);

/**
 * The image library, loaded when the first image needs it: a command that needs none does not pay for it.
 * Its settings hold for the whole process.
 */
export function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: loaders });
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

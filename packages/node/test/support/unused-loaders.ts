import sharp from "sharp";

const heif = { operation: ["VipsForeignLoadHeifFile", "VipsForeignLoadHeifBuffer"] };

/** The loader of AVIF, which the node never uses, and which a test needs to see that pixels stay. */
export const unusedLoaders = {
  allow: () => sharp.unblock(heif),
  block: () => sharp.block(heif),
};

import { isImageTooLarge } from "../../blobs/is-image-too-large.ts";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import { limits } from "../limits.ts";

const avatarTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

/** A picture that may be an avatar (specification 4.2): its bytes and what they really are. */
export interface AvatarPicture {
  bytes: Uint8Array;
  mediaType: string;
}

/**
 * @param source a base64 data URI, or the bytes themselves
 * @returns null when it is none of JPEG, PNG, WebP and GIF, larger than 2 MiB, or has more pixels or frames than anybody
 *   should have to decode
 */
export async function parseAvatar(source: string | Uint8Array): Promise<AvatarPicture | null> {
  const bytes = typeof source === "string" ? decodeDataUri(source) : source;
  if (!bytes || bytes.length === 0 || bytes.length > limits.avatarBytes) return null;
  const mediaType = await sniffMediaType(bytes, null, null);
  if (!avatarTypes.has(mediaType) || (await isImageTooLarge(bytes))) return null;
  return { bytes, mediaType };
}

function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(",");
  if (!/^data:image\/[a-z+.-]+;base64$/i.test(uri.slice(0, Math.max(comma, 0)))) return null;
  if (uri.length - comma > limits.avatarBytes * 1.4) return null;
  return Buffer.from(uri.slice(comma + 1), "base64");
}

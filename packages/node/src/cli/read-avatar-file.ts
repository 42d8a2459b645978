import { open } from "node:fs/promises";
import { limits } from "../domain/limits.ts";
import { type AvatarPicture, parseAvatar } from "../domain/profile/avatar.ts";
import { AppError } from "../errors.ts";

/**
 * A picture out of a file.
 * @throws AppError VALIDATION_FAILED when it is none of JPEG, PNG, WebP and GIF, or too large
 */
export async function readAvatarFile(path: string): Promise<AvatarPicture> {
  const picture = await parseAvatar(await readBounded(path, limits.avatarBytes));
  if (picture === null) {
    throw new AppError(
      "VALIDATION_FAILED",
      `${path} can't be the avatar: that is a JPEG, PNG, WebP or GIF picture of up to 2 MiB.`,
    );
  }
  return picture;
}

/** The bytes of a file, up to one more than so many; that one tells that there are too many. */
async function readBounded(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(most + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) {
        break;
      }
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

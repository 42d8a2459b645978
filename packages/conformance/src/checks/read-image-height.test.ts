import { describe, expect, it } from "vitest";
import { readImageHeight } from "./content-thumbnails.ts";

/** Pictures of 3 by 5 pixels, as an image library writes them. */
const pictures = {
  png: "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAIAAAAPE8H1AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQImWPogAEGIlkAVfgX6TJQDjUAAAAASUVORK5CYII=",
  jpeg: "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAFAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKwAf//Z",
  gif: "R0lGODlhAwAFAIAAAExpcYiIiCH5BAUAAAAALAAAAAADAAUAAAIDjI9ZADs=",
  webp: "UklGRiQAAABXRUJQVlA4IBgAAABQAQCdASoDAAUAAUAmJaQABYwAAP6igAA=",
  "lossless webp": "UklGRh4AAABXRUJQVlA4TBEAAAAvAgABAAdQxCIWsf+BiOh/AAA=",
  "webp with alpha":
    "UklGRkgAAABXRUJQVlA4WAoAAAAQAAAAAgAABAAAQUxQSAoAAAABB1DEiAhERP8DVlA4IBgAAABQAQCdASoDAAUAAUAmJaQABYwAAP6igAA=",
};

describe("the height of a picture", () => {
  it.each(Object.entries(pictures))("is read from the header: %s", (_format, base64) => {
    expect(readImageHeight(Buffer.from(base64, "base64"))).toBe(5);
  });

  it.each([
    ["text", Buffer.from("# A post, and nothing that looks like a picture\n")],
    ["a few bytes", Buffer.from("\x89PNG", "latin1")],
    [
      "half a JPEG",
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x20]), Buffer.alloc(26, 0xff)]),
    ],
  ])("is not known of %s", (_what, bytes) => {
    expect(readImageHeight(bytes)).toBeNull();
  });
});

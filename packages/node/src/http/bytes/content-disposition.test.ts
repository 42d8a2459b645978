import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentDisposition, nameOfContent } from "./content-disposition.ts";

describe("contentDisposition (RFC 6266, RFC 8187)", () => {
  test.each([
    ["tide tables.pdf", 'inline; filename="tide tables.pdf"'],
    ["Ärger 100%.pdf", "inline; filename=\"_rger 100_.pdf\"; filename*=UTF-8''%C3%84rger%20100%25.pdf"],
    ["海.png", "inline; filename=\"_.png\"; filename*=UTF-8''%E6%B5%B7.png"],
    [
      'a"; filename="evil.exe',
      "inline; filename=\"a__ filename=_evil.exe\"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.exe",
    ],
    ["a\r\nSet-Cookie: x=1", 'inline; filename="aSet-Cookie: x=1"'],
    ["../../etc/passwd", 'inline; filename="passwd"'],
    ["C:\\temp\\x.txt", 'inline; filename="x.txt"'],
    ["exe.\u202egnp", 'inline; filename="exe.gnp"'],
    ["it's (one)*.txt", 'inline; filename="it\'s (one)*.txt"'],
    ["é'(*).txt", "inline; filename=\"_'(*).txt\"; filename*=UTF-8''%C3%A9%27%28%2A%29.txt"],
    ["..", 'inline; filename="file"'],
    ["", 'inline; filename="file"'],
    ["\ud800.txt", "inline; filename=\"_.txt\"; filename*=UTF-8''%EF%BF%BD.txt"],
  ])("%j", (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });

  test("names a file as a file system takes it, with its ending", () => {
    const header = contentDisposition(`${"海".repeat(250)}.png`);
    const [, encoded = ""] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
    const name = decodeURIComponent(encoded);
    expect([Buffer.byteLength(name) <= 200, name.startsWith("海海"), name.endsWith(".png")]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("is one header with well-formed parameters, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(contentDisposition(name)).toMatch(
          /^inline; filename="[^"\\\p{Cc}]+"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/u,
        );
      }),
    );
  });
});

test("nameOfContent calls bytes by their hash and kind", async () => {
  const hash = `0x${"ab".repeat(32)}`;
  expect(await nameOfContent(hash, "image/png")).toBe("abababababab.png");
  expect(await nameOfContent(hash, "application/x-nobody-knows")).toBe("abababababab.bin");
});

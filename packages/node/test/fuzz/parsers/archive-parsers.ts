import { parseArchivePath } from "../../../../protocol/src/archive/archive-paths.ts";
import { parsePaxRecords } from "../../../../protocol/src/archive/pax-records.ts";
import { decodeName, parseTarHeader, TarError } from "../../../../protocol/src/archive/tar-header.ts";
import { onBytes, onText, type ParserTarget, promise } from "./parser-target.ts";

const refusals = { refusals: [TarError] };

/** A header of GNU tar for an empty file `a`, with the sum of its bytes. */
function header(size = "00000000000"): string {
  const fields = [`a${"\0".repeat(99)}`, "0000644\0", "0000000\0", "0000000\0", `${size}\0`, "00000000000\0"];
  const rest = `0${"\0".repeat(100)}ustar\0${"00"}${"\0".repeat(247)}`;
  const text = `${fields.join("")}${" ".repeat(8)}${rest}`;
  const sum = [...text].reduce((total, character) => total + character.charCodeAt(0), 0);
  return text.replace(" ".repeat(8), `${sum.toString(8).padStart(6, "0")}\0 `);
}

/** The parsers of archives: of exports, backups, and files of other programs. */
export const archiveParsers: readonly ParserTarget[] = [
  onBytes(
    "parseTarHeader",
    (bytes) => {
      const { size } = parseTarHeader(bytes.subarray(0, 512));
      promise(Number.isSafeInteger(size) && size >= 0, "A size is no number.");
    },
    { ...refusals, seeds: [header(), header("00000001000")] },
  ),
  onBytes(
    "parsePaxRecords",
    (bytes) => {
      const { path = "a", size = 0 } = parsePaxRecords(bytes);
      promise(path !== "" && !path.includes("\0") && size >= 0, "A record says what no file can be.");
    },
    { ...refusals, seeds: ["11 path=ab\n9 size=1\n", "22 comment=a\n8 path=c\n"] },
  ),
  onBytes("decodeName", decodeName, { seeds: ["\ufeffa", "\xff"] }),
  onText(
    "parseArchivePath",
    (text) => {
      const path = parseArchivePath(text);
      promise(path === null || !/^\/|(?:^|\/)\.\.?(?:\/|$)|\0|\/\//.test(path), "A path leads elsewhere.");
    },
    { seeds: ["./a//b/../c", "/etc", "a/./b/", "..", "a\0b"] },
  ),
];

import { archiveParsers } from "./archive-parsers.ts";
import { feedParsers } from "./feed-parsers.ts";
import { importParsers } from "./import-parsers.ts";
import { markdownParsers } from "./markdown-parsers.ts";
import { mentionParsers } from "./mention-parsers.ts";
import { ownerParsers } from "./owner-parsers.ts";
import type { ParserTarget } from "./parser-target.ts";
import { pictureParsers } from "./picture-parsers.ts";
import { protocolParsers } from "./protocol-parsers.ts";
import { requestParsers } from "./request-parsers.ts";
import { textParsers } from "./text-parsers.ts";

/** Every parser, once. */
export const parsers: readonly ParserTarget[] = [
  ...protocolParsers,
  ...requestParsers,
  ...ownerParsers,
  ...importParsers,
  ...archiveParsers,
  ...pictureParsers,
  ...markdownParsers,
  ...textParsers,
  ...feedParsers,
  ...mentionParsers,
];

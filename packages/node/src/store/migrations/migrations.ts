import type { Migration } from "../database.ts";
import { start } from "./0001-start.ts";
import { access } from "./0002-access.ts";
import { comments } from "./0003-comments.ts";
import { errands } from "./0004-errands.ts";
import { search } from "./0005-search.ts";
import { publishing } from "./0006-publishing.ts";
import { seeing } from "./0007-seeing.ts";
import { replicaUsage } from "./0008-replica-usage.ts";
import { largeRows } from "./0009-large-rows.ts";
import { commenterBlocks } from "./0010-commenter-blocks.ts";

/** All steps, oldest first. */
export const migrations: readonly Migration[] = [
  start,
  access,
  comments,
  errands,
  search,
  publishing,
  seeing,
  replicaUsage,
  largeRows,
  commenterBlocks,
];

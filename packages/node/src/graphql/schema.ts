import "./scalars.ts";
import "./access.ts";
import "./profile.ts";
import "./settings.ts";
import "./publications.ts";
import "./writing.ts";
import "./signing.ts";
import { builder } from "./builder.ts";

/** The whole schema; every file of this folder that adds to it is named above. */
export const schema = builder.toSchema();

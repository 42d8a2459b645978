/** The parts of the syntax of posts that a parser of plain words needs. */
export { elements } from "./elements/blocks.ts";
export { notes } from "./notes.ts";
export { cutSource } from "./text/cut-source.ts";
export { emphasis } from "./text/emphasis.ts";

export { default as sanitise } from "sanitize-html";

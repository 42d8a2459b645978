/** For the other packages of this repository alone: it is not part of the package that others install. */
export { isRecoveryNative } from "./crypto/recover.ts";
export { type Limit, type LimitUnit, limit, protocolLimits, valuesOf } from "./limits.ts";
export { renderProtocolTables } from "./render-protocol-tables.ts";
export { parseLocalUrl } from "./resources/url.ts";

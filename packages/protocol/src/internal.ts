/** For the other packages of this repository alone: it is not part of the package that others install. */
export { createPathsOfArchive, parseArchivePath } from "./archive/archive-paths.ts";
export { readTar } from "./archive/read-tar.ts";
export { TarError } from "./archive/tar-header.ts";
export { keyPath, type OpenedKey, openKeystore } from "./crypto/keystore/keystore.ts";
export { isRecoveryNative } from "./crypto/recover.ts";
export { limits as protocolLimits } from "./limits.ts";
export { isRecord, valueAt } from "./messages/fields.ts";
export { isPlainLine, toPlainLine } from "./plain-line.ts";
export { renderProtocolTables } from "./render-protocol-tables.ts";
export { problemOfAddress, readTypedAddress, type TypedAddress } from "./resources/typed-address.ts";
export { parseLocalUrl, pathAtNodes } from "./resources/url.ts";
export { type CsvRow, decodeCsv, formatCsvLine, parseCsv } from "./text/csv.ts";
export { nameHeading } from "./text/heading-name.ts";
export { escapeHtml } from "./text/html.ts";
export { parseJson } from "./text/json.ts";
export { dayMs, GiB, hourMs, KiB, MiB, minuteMs, secondMs } from "./text/units.ts";
export { decodeUriIfValid, decodeUriPart, hostOfUrl, normaliseEscapes, pageKey } from "./text/uri.ts";
export { clockInZone, dayInZone, instantInZone, isTimeZone } from "./time-zone.ts";

import { decodeUriPart } from "@freehold/protocol/internal";
import { limits } from "../blobs/limits.ts";
import type { S3Location } from "../blobs/s3/s3-client.ts";

/** An S3_URL whose secret may be in a file of its own. */
export type S3Url = Omit<S3Location, "secretAccessKey"> & { readonly secretAccessKey: string | null };

const bucketName = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/;
const options = new Set(["region", "style", "redirect"]);

/**
 * Parses `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION][&style=host][&redirect=BYTES]`.
 *
 * @returns the problem, as the end of a sentence that begins with the setting's name: "must …". It repeats nothing of the
 *   text
 */
export function parseS3Url(text: string): S3Url | string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== "") {
    return "must be https://KEY:SECRET@HOST/BUCKET (a / in the secret is written %2F)";
  }
  const accessKeyId = decodeUriPart(url.username);
  const secretAccessKey = decodeUriPart(url.password);
  if (accessKeyId === null || secretAccessKey === null) {
    return "must have %25 where its key or secret has a percent sign";
  }
  if (accessKeyId === "") return "must name an access key: https://KEY:SECRET@HOST/BUCKET";
  const [bucket = "", ...folders] = url.pathname
    .slice(1)
    .replace(/(?<!\/)\/+$/, "")
    .split("/");
  if (!bucketName.test(bucket)) return "must name a bucket after its host: https://KEY:SECRET@HOST/BUCKET";
  if (folders.some((name) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))) {
    return "must have a prefix of letters, digits, dots, dashes and underscores, with slashes between them";
  }
  const style = url.searchParams.get("style") ?? "path";
  const unknown = [...url.searchParams.keys()].some((name) => !options.has(name));
  if (unknown || !/^(path|host)$/.test(style))
    return "must have no other options than region, redirect, and style=path or style=host";
  const region = url.searchParams.get("region") ?? "us-east-1";
  if (!/^[a-z0-9-]{1,64}$/.test(region)) return "must have a region of small letters, digits and dashes";
  const redirectBytes = readRedirect(url);
  if (typeof redirectBytes === "string") return redirectBytes;
  return {
    endpoint: url.origin,
    bucket,
    prefix: folders.map((name) => `${name}/`).join(""),
    region,
    pathStyle: style === "path",
    accessKeyId,
    secretAccessKey: secretAccessKey === "" ? null : secretAccessKey,
    redirectBytes,
  };
}

/** @returns bytes; null if readers are not redirected; or the problem */
function readRedirect({ searchParams, protocol, hostname }: URL): number | string | null {
  const text = searchParams.get("redirect");
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text) || Number(text) < limits.redirectedBytes) {
    return `must have redirect=BYTES, at least ${limits.redirectedBytes}`;
  }
  const isPrivate = protocol === "https:" || /^(localhost|127\..*)$/.test(hostname);
  return isPrivate
    ? Number(text)
    : "must be https:// to have redirect: browsers load nothing else into pages";
}

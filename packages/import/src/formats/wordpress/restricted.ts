import type { WxrItem } from "./read-wxr.ts";

/** Fields of plugins (Members, Jetpack, Restrict Content, WP-Members, Ultimate Member …) by which only some people could read a post. */
const restrictingField =
  /members?[_-]?(?:only|access|level|block)|restrict|paywall|premium|newsletter_access|(?:access|subscription|membership|user)[_-](?:level|role)|[_-](?:is_)?paid$|^_?wpmem_block|password_protect/i;
/** Values of such fields that restrict nothing. */
const open = /^(?:|0|no|off|none|false|all|public|everybody|anyone|everyone|a:0:\{\}|\[\]|s:0:"";)$/i;

/** Shortcodes and blocks around a part that only some people could read. */
const restrictedPart =
  /\[(?:private|members?(?:[_-]?only)?|memberships?|subscribers?(?:[_-]?only)?|paid|premium|paywall|loggedin|logged[_-]in|is_?logged_?in|restrict(?:ed)?|hidden|protected?|secret|content[_-]?protector|passster|password|rcp_|s2if|ihc-|mepr-|um_(?:show|loggedin)|pmpro_|membership|wlm_|swpm_|arm_|woocommerce_memberships?|wcm_|ppw)[\w-]*[\s\]=]|<!--\s*wp:(?!loginout\b)[\w-]*\/?(?:premium-content|paywall|members?|restrict|login|logged|membership|paid)|"hideBlock"\s*:\s*true|"blockVisibility"\s*:\s*(?:false|\{[^{}]*"hideBlock"\s*:\s*true)/i;

/**
 * Whether a plugin showed a post, or a part of it, to some people only.
 *
 * @param content the text of the post with the shared blocks in it
 */
export function isRestricted({ texts, meta }: WxrItem, content: string): boolean {
  const isFieldSet = [...meta].some(
    ([name, value]) => restrictingField.test(name) && !open.test(value.trim()),
  );
  return (
    isFieldSet || restrictedPart.test(content) || restrictedPart.test(texts.get("content:encoded") ?? "")
  );
}

/** Whether a plugin asked search engines not to index a post. */
export function isUnindexed({ meta }: WxrItem): boolean {
  const value = (name: string) => meta.get(name)?.trim() ?? "";
  return (
    value("_yoast_wpseo_meta-robots-noindex") === "1" ||
    /noindex/i.test(value("rank_math_robots")) ||
    /^(?:1|yes|on)$/i.test(value("_aioseop_noindex") || value("_seopress_robots_index")) ||
    /^1$/.test(value("_genesis_noindex"))
  );
}

import type { addressEn } from "./address-en.ts";

/** Texts of the address of a site, in Chinese. */
export const addressZh: typeof addressEn = {
  address: {
    isPublic: "这是你网站的公开地址。",
    isLocal:
      "只有这台机器能打开你的网站。写作、签名和发布都没有问题；要让别人阅读、关注，或去关注别人，需要一个公开的 https 地址。",
    publish: "启用公开地址",
    move: "换一个地址",
    moves: "此后，关注者会到新地址找你。",
    label: "新地址",
    hint: "例如 https://your.name.example。它必须已经指向这个节点。",
    problems: {
      plain: "其他网站只使用 https。地址请以 https:// 开头",
      local: "那里只有这台机器能访问。请填写公开的地址。",
      path: "网站只能放在域名的根路径。请给它单独的域名，例如 https://blog.example。",
      broken: "这不是地址。地址由 https:// 和带点的名称组成，后面没有 ? 或 #。",
    },
    check: "检查这个地址",
    checking: "正在检查你的网站是否在那里应答，可能需要一分钟。",
    reached: "你的网站在那里应答正常。签名后即可启用。",
    notReached: "还有问题需要解决，见下方。",
    take: "启用这个地址",
    takeAnyway: "仍然启用",
  },
};

import type { addressEn } from "./address-en.ts";

/** Texts of the address of a site, in Chinese. */
export const addressZh: typeof addressEn = {
  address: {
    isPublic: "这是你网站的公开网址。",
    isLocal:
      "只有本机能打开你的网站。你可以写作、签名和发布；要让别人阅读、关注，或关注别人，需要公开的 https 网址。",
    publish: "使用公开网址",
    move: "更换网址",
    moves: "此后，关注者会通过新网址找到你。",
    label: "新网址",
    hint: "例如 https://your.name.example。它必须已指向这个节点。",
    problems: {
      plain: "网址必须以 https:// 开头。",
      local: "该网址只有本机能打开。请填写公开的网址。",
      path: "网站只能放在域名的根路径。请给它单独的域名，例如 https://blog.example。",
      broken: "这不是网址。请填写 https:// 和域名，不含 ? 或 #。",
    },
    check: "检查这个网址",
    checking: "正在检查你的网站能否通过该网址访问，可能需要一分钟。",
    reached: "你的网站可以通过该网址访问。签名后即可使用。",
    notReached: "有问题需要解决，见下方。",
    take: "使用这个网址",
    takeAnyway: "仍然使用",
  },
};

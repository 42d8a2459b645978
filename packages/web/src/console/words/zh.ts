import type { ConsoleWords } from "./en.ts";

/** Everything that the console says, in Chinese. */
export const zh: ConsoleWords = {
  language: "zh-Hans",
  desk: "书桌",
  signIn: {
    title: "请进",
    words: "这张书桌属于房子的主人。你的钱包会签一行写明本页地址的文字；不会发送什么，也不会付费。",
    with: (wallet) => `用${wallet}登录`,
    aWallet: "你的钱包",
    noWallet: "这个浏览器里没有钱包。请安装一个，或用有钱包的浏览器打开这一页。",
    waiting: "你的钱包正在问你。",
    notOwner: "这个地址不是房子的主人。",
  },
  signOut: "退出",
  close: "关闭",
  more: "显示更多",
  failed: (reason) => `无法显示。${reason}`,
  places: {
    timeline: "时间线",
    status: "这个节点",
  },
  keys: {
    title: "按键",
    help: "这份列表",
  },
  timeline: {
    empty: "你和你关注的人发布的文字会出现在这里。先写一篇自己的吧。",
  },
  wallet: {
    silent: "钱包已经一分钟没有回应，它的窗口也许在这一页后面。什么也没有签；请再试一次。",
    refused: "你在钱包里拒绝了。什么也没有签。",
    busy: "钱包里还有一个没有回答的问题。请先在那里回答，再试一次。",
    "other-chain": "钱包停留在别的网络上。请切换到以太坊，再试一次。",
    "other-account": "钱包打开的是另一个账户。请换成这座房子的账户，再试一次。",
    contract: "这个地址是一份合约，别的节点无法核对它的签名；请用普通账户。",
    failed: "钱包没能完成。什么也没有签；请再试一次。",
  },
  status: {
    looking: "正在查看网络、磁盘、队列等等，最多需要一分半钟。",
    allWell: "一切正常。",
    wrong: (count) => `有 ${count} 件事需要你处理。`,
    again: "再看一次",
    states: { OK: "正常", WARNING: "留意", FAILED: "有问题", SKIPPED: "没有检查" },
  },
};

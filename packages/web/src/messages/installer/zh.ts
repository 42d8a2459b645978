import { zhText } from "../site/format.ts";
import type { InstallerMessages } from "./en.ts";

/** The installer's messages in Chinese. */
export const zh: InstallerMessages = {
  language: "zh-Hans",
  title: "设置",
  languageLabel: "语言",
  back: "返回",
  next: "继续",
  stepOf: (which, of) => `第 ${which} 步，共 ${of} 步`,
  steps: { name: "名字", key: "密钥", done: "完成" },

  code: {
    label: "安装码",
    hint: "它在节点启动时打印在终端或日志里的链接中。粘贴安装码或整条链接都可以。",
    short: "安装码有 64 个字符，这里还缺一些。",
    wrong: "安装码不对。重新启动节点，它会再打印一次。",
    right: "安装码正确。",
    reserved: (address) => `配置里写明，这个节点留给 ${address}，只有那把密钥能设置它。`,
  },

  name: {
    title: "你的网站叫什么？",
    label: "名字",
    hint: "可以是你的名字，也可以是网站的名字，以后随时能改。",
    missing: "请填写名字。",
  },

  address: {
    here: "网站的地址是",
    hereHint: "现在只有这台机器能打开它。开始写作已经足够，以后可以再换成公开的地址。",
    change: "更改",
    label: "网站的地址",
    hint: "例如 https://your.name.example",
    right: "别人凭这个地址找到你的网站，你也会为它签名。以后可以更改。",
    isLocal: "只有这台机器能打开这个地址。以后可以换成公开的地址。",
    problems: {
      plain: "只有这台机器上的地址可以用 http。别人只用 https，地址请以 https:// 开头",
      path: "网站只能放在域名的根路径。请给它单独的域名，例如 https://blog.example。",
      broken: "这不是地址。地址由 https:// 和带点的名称组成，后面没有 ? 或 #。",
    },
    checking: "正在检查你的网站是否在那里应答，你可以先继续。",
    reached: "你的网站在那里应答正常。",
    notReached: "还有问题需要解决，见下方。可以先继续，以后再处理。",
    checkAgain: "重新检查",
    failures: {
      forbidden: "安装码不对。",
      offline: "节点没有应答。请检查它是否在运行；你输入的内容都还在。",
      "too-often": "另一次检查正在进行，或检查得太多了。请等一分钟再试。",
      installed: "这个节点已经有站长了。",
      failed: "没能检查。可以先继续，以后再检查。",
    },
  },

  key: {
    title: "你的密钥",
    intro:
      "密钥在这个浏览器里生成，为你发布的内容签名，让所有人都能确认出自你手。请设一个密码，用来锁住密钥文件。",
    make: "生成我的密钥",
    wordsFit: "这些词是一把密钥。请为新的密钥文件设一个密码。",
    makeFile: "生成密钥文件",
    isMade: "密钥已就绪。请保存密钥文件：凭它和密码，你可以在任何设备上登录。",
    save: "保存密钥文件并完成",
    saveAgain: "再保存一次密钥文件",
    own: "或使用已有的密钥",
    openFile: "打开密钥文件",
    open: (wallet) => zhText`使用${wallet}`,
    aWallet: "钱包",
    waiting: "请在钱包里确认。",
    again: "页面刷新之前，你用的是这把密钥。请再打开一次密钥文件。",
    another: "使用另一把密钥",
    reserved: "这个节点留给另一把密钥。请使用配置里那个地址的密钥。",
    signs: "你的密钥会为这句话和当前时间签名。它只发给你的节点，不收费。",
    sentence: (url, name) => zhText`“${url} 的网站是我的。我是${name}。”`,
    finish: "签名并完成",
    sending: "已签名，正在设置网站。",
    sendAgain: "再发送一次",
  },

  done: {
    title: "你的网站已就绪",
    site: "地址是",
    keep: "保管好密钥文件",
    loss: "请把文件和密码存放在十年后仍然找得到的地方。两者都无法找回；谁同时有这两样，谁就能以你的名义签名。",
    write: "写第一篇文章",
    dashboard: "打开控制台",
    signIn: "再签一次名即可登录。",
    elsewhere: "你的网站不在本页的地址。请在那里登录：",
  },
  problems: {
    offline: "节点没有应答。只要不关闭本页，你签名的内容就会保留：启动节点，再发送一次。",
    FORBIDDEN: "安装码或密钥不对。请返回检查。",
    CONFLICT: "在此期间，别人已经设置了这个节点。",
    INVALID_TIMESTAMP: "按节点的时钟，这个签名太旧或太新。请再签一次。",
    INVALID_SIGNATURE: "签名不符。请用你选的那把密钥再签一次。",
    INTERNAL_ERROR: "节点里出了问题，日志里有记录。内容没有丢失：请再发送一次。",
    other: (reason) => `节点拒绝了：${reason}`,
  },
};

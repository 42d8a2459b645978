import { zhText } from "../site/format.ts";
import type { InstallerMessages } from "./en.ts";

/** The installer's messages in Chinese. */
export const zh: InstallerMessages = {
  language: "zh-Hans",
  title: "安装",
  languageLabel: "语言",
  back: "返回",
  next: "继续",
  stepOf: (which, of) => `第 ${which} 步，共 ${of} 步`,
  steps: { name: "名字", key: "密钥", done: "完成" },

  code: {
    label: "安装码",
    hint: "节点启动时在终端或日志中显示的链接里有安装码。可粘贴安装码或整个链接。",
    short: "安装码有 64 个字符，还缺一些。",
    wrong: "安装码错误。节点每次启动都会显示安装码。",
    right: "安装码正确。",
    reserved: (address) => zhText`配置中已将此节点留给${address}，只有对应的密钥能安装。`,
  },

  name: {
    title: "你的网站叫什么？",
    label: "名字",
    hint: "你的名字或网站的名字，可随时更改。",
    missing: "请填写名字。",
  },

  address: {
    here: "网站的网址是",
    hereHint: "现在只有本机能打开。可以先开始写作，以后再设置公开网址。",
    change: "更改",
    label: "网站的网址",
    hint: "例如 https://your.name.example",
    right: "别人通过这个网址找到你的网站，你会为它签名。以后可以更改。",
    isLocal: "只有本机能打开这个网址。以后可以设置公开网址。",
    problems: {
      plain: "http 只能在本机使用。公开网址请以 https:// 开头。",
      path: "网站只能放在域名的根路径。请给它单独的域名，例如 https://blog.example。",
      broken: "这不是网址。请填写 https:// 和域名，不含 ? 或 #。",
    },
    checking: "正在检查你的网站能否通过该网址访问，可以先继续。",
    reached: "你的网站可以通过该网址访问。",
    notReached: "有问题需要解决，见下方。可以先继续，以后再处理。",
    checkAgain: "重新检查",
    failures: {
      forbidden: "安装码错误。",
      offline: "节点没有响应。请检查它是否在运行。你输入的内容都在。",
      "too-often": "另一次检查正在进行，或检查次数过多。请一分钟后再试。",
      installed: "这个节点已有站长。",
      failed: "检查失败。可以先继续，以后再检查。",
    },
  },

  key: {
    title: "你的密钥",
    intro: "密钥在这个浏览器里生成，为你发布的内容签名，任何人都能验证由你发布。请设置保护密钥文件的密码。",
    make: "生成我的密钥",
    wordsFit: "这是有效的助记词。请为新的密钥文件设置密码。",
    makeFile: "生成密钥文件",
    isMade: "密钥已就绪。请保存密钥文件：用它和密码可在任何设备上登录。",
    save: "保存密钥文件并完成",
    saveAgain: "再保存一次密钥文件",
    own: "或使用已有的密钥",
    openFile: "打开密钥文件",
    open: (wallet) => zhText`使用${wallet}`,
    aWallet: "钱包",
    waiting: "请在钱包中确认。",
    again: "页面刷新前，你使用的是这把密钥。请重新打开密钥文件。",
    another: "使用另一把密钥",
    reserved: "此节点留给另一把密钥。请使用配置中的地址对应的密钥。",
    signs: "你的密钥会为这句话和当前时间签名。签名只发给你的节点。免费。",
    sentence: (url, name) => zhText`“${url}的网站是我的。我是${name}。”`,
    finish: "签名并完成",
    sending: "已签名，正在设置网站…",
    sendAgain: "再发送一次",
  },

  done: {
    title: "你的网站已就绪",
    site: "网址是",
    keep: "保管好密钥文件",
    loss: "请把文件和密码存放在十年后仍能找到的地方。两者都无法找回；同时拥有两者的人可以用你的身份签名。",
    write: "写第一篇文章",
    dashboard: "打开控制台",
    signIn: "再签一次名即可登录。",
    elsewhere: "你的网站使用另一个网址，请到那里登录：",
  },
  problems: {
    offline: "节点没有响应。本页打开时，签名的内容会保留。请启动节点后重新发送。",
    CONFLICT: "在此期间，别人已经设置了这个节点。",
    INVALID_TIMESTAMP: "签名时间与节点时钟相差太大。请重新签名。",
    INVALID_SIGNATURE: "签名不符。请用所选的密钥重新签名。",
    INTERNAL_ERROR: "节点出错，详见日志。内容没有丢失，请重新发送。",
    other: (reason) => `节点拒绝了：${reason}`,
  },
};

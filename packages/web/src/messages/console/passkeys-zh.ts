import { zhText } from "../site/format.ts";
import type { passkeysEn } from "./passkeys-en.ts";

/** Texts of passkeys, in Chinese. */
export const passkeysZh: typeof passkeysEn = {
  use: "使用通行密钥",
  waiting: "请用指纹、面容或 PIN 码确认。",
  title: "通行密钥",
  hint: "有了通行密钥，用指纹、面容或 PIN 码就能登录。文章仍由你的钱包或密钥签名。",
  empty: "没有通行密钥。",
  unsupported: "这个浏览器不支持通行密钥。",
  needsName: "通行密钥需要域名。请用网站的网址打开本页再添加。",
  add: "添加通行密钥",
  label: "名称",
  labelHint: "写明它保存在哪里，例如“我的手机”。",
  make: "创建通行密钥",
  made: "已添加通行密钥。",
  elsewhere: (host) => zhText`只能在${host}使用，不适用于当前网址。`,
  remove: "移除",
  removeTitle: (label) => `移除“${label}”？`,
  removeExplain: "移除后不能再用它登录，已登录的设备不受影响。请在你的设备上也删除它。",
  removed: "已移除通行密钥。",
  problems: {
    refused: "未使用通行密钥：已取消、超时，或本站没有可用的通行密钥。请重试。",
    notMade: "未创建通行密钥：已取消或超时。请重试。",
    known: "这台设备已有本站的通行密钥。",
    unable: "这台设备无法保存需要指纹、面容或 PIN 码的通行密钥，请换一台设备。",
    bad: "这个通行密钥不能在这里登录。请换一个，或使用钱包或密钥。",
    late: "操作超时，请重试。",
  },
};

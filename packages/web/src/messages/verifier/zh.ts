import { chineseNumber as number, zhText } from "../site/format.ts";
import type { VerifierMessages } from "./en.ts";

/** The texts of the verifier, in Chinese. */
export const zh: VerifierMessages = {
  language: "zh-Hans",
  title: "验证这份导出",
  intro: "本页验证导出的文件是否与站长签名时一致。文件只在此浏览器中读取，不会发送。",
  folder: "选择文件夹",
  archive: "选择 .tar.gz 或 .zip",
  drop: "也可以把文件夹或压缩包拖到这个页面上。",
  reading: (files) => (files === 0 ? "正在读取…" : `正在读取：${number.format(files)} 个文件…`),
  unreadable: "无法读取。请先解压，再选择文件夹。",
  whole: (files) => `没有改动：${number.format(files)} 个文件。`,
  broken: (faults) => `有 ${number.format(faults)} 处不符。`,
  signedBy: "签名者",
  node: (url, madeAt) => zhText`出自${url}，${madeAt}。`,
  unsigned: "这份导出没有签名。文件完整，但无法得知由谁制作。",
  unsignedBroken: "这份导出没有有效的签名。",
  proofs: (proofs) =>
    proofs === 0
      ? "没有自带签名的文章或文件。"
      : `自带签名并且相符的文章和文件：${number.format(proofs)} 个。`,
  compare: "签名只说明使用了哪把密钥。请与你已知的地址比对。",
  faults: {
    changed: "被改动过",
    missing: "缺失",
    added: "是后来加进来的",
    proof: "与发布者签名的内容不符",
    manifest: "缺失或无法读取：它是文件清单",
    signature: "不是站长对这份清单的签名",
  },
  more: (faults) => `另有 ${number.format(faults)} 个文件。`,
};

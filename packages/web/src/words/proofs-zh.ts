import type { proofsEn } from "./proofs-en.ts";

/** What is said of proofs, and of checking them, in Chinese. */
export const proofsZh: typeof proofsEn = {
  proof: {
    signedBy: (owner) => `${owner} 签名`,
    who: "谁",
    when: "何时",
    whichBytes: "哪些字节",
    hashIs: "这些字节的 SHA-256 哈希",
    theBytes: "签名时的原样字节",
    folded: "地址、哈希与签名",
    address: "密钥的地址",
    signature: "签名",
    anybody: "任何人都可以自己核对，不必相信这个节点：其他任何节点的 /verify 页面都能核对。本节点：",
    checking: "正在你的浏览器里读取字节并核对。",
    bytesMatch: "已在你的浏览器里核对：这就是签名时的字节。",
    bytesDiffer: "这不是签名时的字节，有人改动过。",
    signatureMatches: "已在你的浏览器里核对：这把密钥在这一秒签了它。",
    signatureDiffers: "这把密钥没有签过它。",
    unreadable: "没能读到字节，所以什么也没有核对。请过一会儿再试。",
  },

  verify: {
    title: "核验签名",
    intro: "任何节点的任何文章或文件，都从字节开始重新核验，不凭任何人的一面之词。",
    label: "地址、哈希，或本站编号",
    action: "核验",
    file: "也可以选一个你自己的文件。文件不会离开你的设备，只在浏览器里计算哈希。",
    hashing: "正在你的浏览器里读取文件。",
    isHash: "这是你文件的哈希。点“核验”，看看是谁签的名。",
    isSigned: "你的文件与签名时逐字节一致，签名无误。已在你的浏览器里核验。",
    isOther: "你的文件不是签名时的那一份。",
    unreadable: "文件读不出来，所以什么也没有核验。",
    notRead: "看不懂这个输入。请给出哈希、本站的编号，或以哈希结尾的地址，例如 https://…/publications/0x…。",
    nothing: "本站没有这个哈希或编号的内容。请给出文章在原节点上的地址。",
    unsigned: "它只在本站：没有人为它签名，所以无从核验。",
    whole: "它名副其实",
    broken: "有一处对不上",
    open: "没能全部核验",
    heldHere: "刚刚核验了本站保存的副本。",
    fetchedFrom: (node: string): string => `刚刚从 ${node} 取来，并在本站核验。`,
    checks: {
      node: {
        good: "节点有回应，并说明了主人是谁。",
        bad: "那里回应的不是一个节点。",
        unknown: "联系不上那个节点，请稍后再试。",
      },
      listed: {
        good: "它在那个节点的签名目录里。",
        bad: "它不在那个节点的目录里，没有人说签过它。",
        unknown: "没能把那个节点的目录读完。",
      },
      publisher: {
        good: "发布者就是那个节点的主人。",
        bad: "发布者不是那个节点的主人。",
        unknown: "不知道是谁发布的。",
      },
      signature: {
        good: "这把密钥签的正是这个哈希、这一秒。",
        bad: "这把密钥没有签过它。",
        unknown: "签名没能核验。",
      },
      time: {
        good: "签名的时刻已经过去。",
        bad: "签名的时刻还在将来。",
        unknown: "时间没能核验。",
      },
      bytes: {
        good: "字节的哈希与签名时一致。",
        bad: "字节的哈希不同：它们不是签名时的内容。",
        unknown: "字节读不出来或太大，所以没有核验。",
      },
    },
  },
};

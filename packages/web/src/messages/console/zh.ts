import { countedFollowers, chineseNumber as number, zhText } from "../site/format.ts";
import { zh as site } from "../site/zh.ts";
import { addressZh } from "./address-zh.ts";
import { commentsZh } from "./comments-zh.ts";
import { deliveryZh } from "./delivery-zh.ts";
import { diagnosisZh } from "./diagnosis-zh.ts";
import { editorZh } from "./editor-zh.ts";
import type { en } from "./en.ts";
import { historyZh } from "./history-zh.ts";
import { importZh } from "./import-zh.ts";
import { keyFileZh } from "./key-file-zh.ts";
import { menuZh } from "./menu-zh.ts";
import { passkeysZh } from "./passkeys-zh.ts";
import { peopleZh } from "./people-zh.ts";
import { picturesZh } from "./pictures-zh.ts";
import { postsZh } from "./posts-zh.ts";
import { publishZh } from "./publish-zh.ts";
import { readersZh } from "./readers-zh.ts";
import { readingZh } from "./reading-zh.ts";
import { refusalsZh } from "./refusals-zh.ts";
import { settingsZh } from "./settings-zh.ts";
import { tagsZh } from "./tags-zh.ts";
import { createTranslator, type SentenceTable, translateParts } from "./translate-sentence.ts";
import { trashZh } from "./trash-zh.ts";
import { wordsZh } from "./words-zh.ts";

/** A reason that stands in a sentence of the node: one of a delivery, or of a connection to another server. */
function translateReason(reason: string): string | null {
  const [, answer] = /^it answered (.+)$/s.exec(reason) ?? [];
  if (answer !== undefined) return peopleZh.answered(answer).replace(/。$/, "");
  const [, ofDelivery] = Object.entries(peopleZh.reasons).find(([start]) => reason.startsWith(start)) ?? [];
  const text = ofDelivery ?? translatePlain(reason);
  return text?.replace(/。$/, "") ?? null;
}

/** A refusal may have the finding of a check. */
const sentences: SentenceTable = { ...diagnosisZh, ...refusalsZh };
const translatePlain = createTranslator(refusalsZh);

/** A sentence about a mail, its status, and the words of the mail server. */
function translateMail(reason: string): string | null {
  const [, sentence = "", status, said] =
    /^([^(]*?[.])(?: \(([\d.]+)\))?(?: It said: (.*))?$/s.exec(reason) ?? [];
  const text = sentences[sentence];
  if (text === undefined) return null;
  return `${text}${status ? `（${status}）` : ""}${said ? `服务器返回：“${said}”` : ""}`;
}

const translateRefusal = createTranslator(refusalsZh, translateReason);

/** Every text of the console but those of its first view (`first-zh.ts`), in Chinese. */
export const zh: typeof en = {
  notFound: {
    title: "页面不存在",
    text: "控制台没有这个网址，链接可能来自旧版本。",
  },
  refusal: (english, sentence = []) =>
    translateParts(sentences, sentence, translateReason) ??
    translateRefusal(english) ??
    translateMail(english) ??
    english,
  signIn: {
    againTitle: "请重新登录",
    againExplain: "距上次登录已有一段时间。请重新登录，确认是你本人。",
    endedExplain: "登录已过期。请重新登录，你输入的内容还在。",
    title: "登录",
    explain: "控制台仅供本站站长使用。登录时，你的密钥会签署一段写明本页网址的文字。免费。",
    with: (wallet) => zhText`用${wallet}登录`,
    aWallet: "你的钱包",
    noWallet: "如果密钥在钱包里，请用装有那个钱包的浏览器打开本页。",
    waiting: "请在钱包中确认。",
    lost: "密钥丢失后只能用助记词找回。任何人都无法补发，密钥文件的密码也无法重置。",
    lostMore: "还可以做什么",
    opening: "请打开密钥文件，用它登录。",
  },
  walletConnect: {
    name: "手机上的钱包",
    title: "连接钱包",
    explain: "请用手机上的钱包扫描这个二维码。签名的内容通过 WalletConnect 的中继服务器加密传输。",
    code: "要扫描的二维码",
    openHere: "打开本机的钱包",
    copy: "复制连接码",
    copied: "已复制。",
  },
  keyFile: keyFileZh,
  words: wordsZh,
  keys: {
    title: "键盘快捷键",
    help: "显示这份列表",
    palette: "搜索与命令",
    of: {
      next: "下一篇",
      previous: "上一篇",
      showNew: "显示新文章",
      readLater: "保存到稍后阅读",
      stopped: "回到上次读到的地方",
      answer: "回复",
      search: "搜索",
      details: "详情与证明",
      quote: "在新文章中引用",
      reply: "到原站回复",
      more: "显示更多",
      save: "保存草稿",
      publish: "发布",
      signSelected: "为选中的文章签名",
      nextOne: "下一个",
      previousOne: "上一个",
      openOne: "查看详情",
      follow: "关注网站",
      retry: "立即重试",
      select: "选择",
      approve: "通过当前或选中的评论",
      hide: "隐藏当前或选中的评论",
      markRead: "全部标为已读",
    },
  },
  ...peopleZh,
  ...addressZh,
  ...deliveryZh,
  ...historyZh,
  ...commentsZh,
  ...trashZh,
  tags: tagsZh,
  editor: editorZh,
  ...publishZh,
  ...postsZh,
  write: {
    preview: "预览",
    previewEmpty: "文章的预览会显示在这里。",
    previewPlain: "节点暂时无法显示页面。下面是不含主题和封面的正文。",
    isSigned: "这篇文章已签名，不能修改。新版本是一份包含原文的草稿。",
    isGone: "这篇文章已不存在。",
    notSaved: "未保存 · 内容仅在此浏览器中",
    states: {
      empty: "新文章",
      changed: "尚未保存…",
      saving: "正在保存…",
      saved: "已保存 · 仅你可见",
      offline: "你的节点没有响应。文章保留在此浏览器中，恢复后自动保存。",
      conflict: "这篇文章在别处被修改过。你写的内容保留在此浏览器中，没有覆盖任何内容。",
      failed: "没有保存到节点。文章保留在此浏览器中。",
    },
    busy: (reason) => zhText`${reason}文章保留在此浏览器中，可以保存时会自动保存。`,
    published: {
      same: "已发布 · 仅本站",
      changed: "修改已保存 · 读者看到的仍是已发布的内容",
    },
    recovered: (when) => zhText`已从此浏览器恢复你在${when}写的内容。`,
    slug: "链接名",
    slugHint: "网址的最后一段，可用文字、数字和短横线。留空则在发布时由标题生成。",
    slugTaken: "你的另一篇文章已使用这个链接名。文章已保存，但没有链接名，请换一个。",
    slugWasUsed: "你的另一篇文章曾使用这个链接名，读者可能还在使用。文章已保存，但没有链接名。",
    takeSlug: (slug) => `让这篇文章使用 /slug/${slug}`,
    tags: "标签",
    noTags: "在词前加 # 就成为标签。",
    saveFirst: "文章尚未保存，请保存后再试。",
    savedNow: {
      draft: "已保存，仅你可见。",
      changed: "已保存。发布修改之后，读者才会看到。",
      same: "发布之后没有修改过。",
    },
    changes: {
      mark: "有修改未发布",
      open: "你有修改还没有发布。",
      discard: "放弃修改",
      discarded: "修改已放弃，内容仍在历史版本中。",
      published: "修改已发布。",
    },
  },
  kept: {
    restored: (when) => zhText`已从此浏览器恢复你在${when}输入的内容。`,
    discard: "放弃",
  },
  files: {
    choose: "添加图片或文件",
    alt: "图中是什么？",
    caption: "这是什么？",
    progress: (name) => zhText`正在上传${name}`,
    stillWaiting: (value) => `还有 ${number.format(value)} 个图片或文件没有上传完成。请等待、重试或移除。`,
  },
  signing: {
    title: (value) => (value === 1 ? "签名" : `为 ${number.format(value)} 篇文章签名`),
    by: {
      wallet: {
        about: "签名时，钱包会显示哈希、你的地址和时间。免费。",
        explain:
          "钱包会显示每篇文章的哈希、你的地址和时间。签名后，任何人都能验证文章由你发布、未被改动。免费。",
        withFiles: (value) =>
          `包含 ${number.format(value)} 个图片或文件。钱包会逐一请求签名，关注者才能看到它们。`,
        oneByOne: "每个文件都要单独签名，因为每个网站都会分别验证。钱包会依次请你确认。",
        asking: (which, of) =>
          of === 1
            ? "请在钱包中确认。"
            : `请在钱包中确认：第 ${number.format(which)} 个，共 ${number.format(of)} 个。`,
        connected: "钱包已连接，请签名。",
        asked: "（请在钱包中确认）",
      },
      key: {
        about: "你的密钥会签署正文的哈希、你的地址和时间。免费。",
        explain:
          "你的密钥会签署每篇文章的哈希、你的地址和时间。这样，任何人都能验证文章由你发布、未被改动。免费。",
        withFiles: (value) =>
          `包含 ${number.format(value)} 个图片或文件。密钥会逐一为它们签名，关注者才能看到。`,
        oneByOne: "每个文件都要单独签名，因为每个网站都会分别验证。",
        asking: (which, of) =>
          of === 1
            ? "正在用密钥签名。"
            : `正在用密钥签名：第 ${number.format(which)} 个，共 ${number.format(of)} 个。`,
        connected: "密钥已解锁，请签名。",
        asked: "（正在签名）",
      },
    },
    counting: "正在统计关注者…",
    goesTo: (people) =>
      people === 0
        ? "你还没有关注者，所以只在你的网站上发布。签名后不能修改或撤回。"
        : `会发给 ${number.format(people)} 位关注者。签名后不能修改或撤回。`,
    sign: (wallet) => zhText`用${wallet}签名`,
    sending: "已签名，正在发送…",
    delivering: "正在发送…等待对方网站响应。",
    resumable: (done, of) =>
      `已保存 ${number.format(done)} / ${number.format(of)} 个签名，可以从中断处继续。`,
    done: (value) => (value === 1 ? "已签名" : `${number.format(value)} 篇文章已签名`),
    wentTo: (people) =>
      people === 0
        ? "已在你的网站上发布，附有证明。"
        : `正在发给${people < countedFollowers ? "" : "至少"} ${number.format(people)} 位关注者。`,
    file: (name) => (name ? `文件：${name}` : "一个文件"),
    states: { signed: "（已签名）", waiting: "（等待）" },
    untitled: "无标题",
  },
  posts: {
    new: "新文章",
    tabs: { drafts: "草稿", local: "仅本站", signed: "已签名" },
    empty: {
      drafts: "没有草稿。仅你可见的文章会显示在这里。点击“写文章”开始。",
      local: "没有文章。仅本站发布、没有签名的文章会显示在这里。",
      signed: "还没有签名的文章。你签名的文章会显示在这里，每篇都有自己的印章。",
    },
    select: (title) => `选择“${title}”`,
    selected: (value) => `已选 ${number.format(value)} 篇`,
    signSelected: (value) => (value === 1 ? "签名" : `为 ${number.format(value)} 篇签名`),
    scheduled: (when) => zhText`定于${when}发布`,
    deleteOne: (title) => `删除“${title}”`,
    filesStay: (count) => `其中的 ${number.format(count)} 个图片或文件仍然公开。`,
    deleteFiles: () => "一并删除",
    filesGo: "其中的图片和文件也会删除。",
    deleteSigned: "删除已签名的文章？",
    copiesStay: "它会从你的网站上移除，其他网站上带有你签名的副本会保留。30 天内可以从回收站恢复。",
  },
  media: {
    add: "添加文件",
    empty: "还没有文件。把图片和文件拖到本页，或添加到文章里。",
    open: (name) => zhText`打开${name}`,
    copy: "复制为 Markdown",
    captionOf: (name) => zhText`${name}的说明`,
    captionNotLost: "你填写的内容还在。",
  },
  wallet: {
    ...site.wallet,
    "other-account": "钱包当前是其他账户。请切换到站长的账户后重试。",
  },
  siteMenu: menuZh,
  pictures: picturesZh,
  readers: readersZh,
  imports: importZh,
  settings: settingsZh,
  passkeys: passkeysZh,
  reading: readingZh,
  status: {
    checking: "正在检查网络、磁盘、队列等，最多需要 90 秒。",
    allWell: "没有发现问题。",
    wrong: (count) => `有 ${number.format(count)} 个问题需要处理。`,
    again: "重新检查",
    passed: (passed, skipped) =>
      `${number.format(passed)} 项正常${skipped > 0 ? `，${number.format(skipped)} 项跳过` : ""}`,
    states: { OK: "正常", WARNING: "警告", FAILED: "失败", SKIPPED: "跳过" },
    clock: {
      title: "节点的时钟",
      jumped: (from, to) =>
        zhText`时钟突然超前：之前是${from}，现在是${to}。解决之前，不会签名、发送邮件或定时发布。`,
      whatToDo:
        "如果时间不对，请校正机器的时钟，节点会自动发现。如果时间正确，请确认。如果另外两个网站的时间相同，节点也会自动确认。",
      confirm: (now) => `时间正确：${now}`,
      future: (n) =>
        `有 ${number.format(n)} 篇文章的签名时间在将来。其他网站不接受它们，在那之前你也无法签名。`,
      post: (id) => zhText`文章${id}`,
      withdraw: () => "转为草稿",
    },
    setAside: {
      title: "已暂停的任务",
      explain: "节点每次尝试这些任务都会崩溃，因此不再自动尝试。其他任务照常进行。",
      queues: {
        OUTBOX: "发给其他网站的消息",
        PULLS: "其他网站的文章",
        JOBS: "邮件、推送、Webhook、提及或其他小任务",
        CATCH_UPS: "你关注的网站的文章列表",
        FEEDS: "你阅读的订阅源",
        IMPORTS: "你的导入",
      },
      retry: "重试",
      drop: "放弃",
      dropTitle: (name) => `要放弃吗？${name}`,
      dropped: "该任务视为被拒绝，不再尝试；如果是订阅源，则不再读取。",
    },
  },
};

/** A word that the texts don't use, and the one that stands in its place. */
export interface Variant {
  readonly variant: RegExp;
  readonly better: string;
  /** Parts of paths where the word is right: terms of the API, names of the protocol. */
  readonly except?: RegExp;
}

/** The paths of descriptions of the API: they speak of publications and contents, as the protocol does. */
const api =
  /\/(?:graphql|http|agents|reference)\/|\/graphql\.ts$|\/[\w-]*graphql\.ts$|\/(?:tables|migrations|store)(?:\.ts|\/)/;

/** One thing has one name in English, and grammar that an English reader expects. */
export const englishVariants: readonly Variant[] = [
  // One thing, one name.
  { variant: /\bmails\b/i, better: "emails" },
  { variant: /\bmail address/i, better: "email address" },
  { variant: /\bby mail\b/i, better: "by email" },
  { variant: /\b(?:a|the|each|this|every|no) mail(?! server| host|,)\b/i, better: "an email" },
  { variant: /\breaders? by e?mail\b/i, better: "newsletter, subscribers" },
  { variant: /\bconsole\b/i, better: "dashboard" },
  { variant: /(?<![-_/$])\bkeystores?\b(?![-/]| of version 3)/i, better: "key file" },
  { variant: /(?<!\/)\bpublications?\b(?!\/)/i, better: "post", except: api },
  { variant: /\bcontents\b/i, better: "files", except: api },
  { variant: /\bearlier texts?\b/i, better: "version, version history" },
  { variant: /\bonly here\b/i, better: "this site only" },
  { variant: /\b[Cc]heck a signature\b|\b[Cc]heck the signature\b/, better: "verify" },
  { variant: /\bswitch(?:es|ed)? (?:\w+ )?o(?:n|ff)\b/i, better: "turn on, turn off" },
  {
    variant: /\bg(?:ive|iven) (?:\w+ )?up\b/i,
    better: "Gave up after 30 days, stop trying",
    except: api,
  },
  { variant: /\bnot answer\b|n't answer\b|\b(?:Nobody|Nothing|nobody|nothing) answers\b/, better: "respond" },
  { variant: /\banswers (?:there|at)\b/, better: "responds" },
  { variant: /\b(?:is|are) away\b/, better: "can't be reached" },
  { variant: /\bin a (?:while|moment)\b/, better: "later, in a minute" },
  { variant: /\b[Nn]othing is paid\b|\bcosts nothing\b/, better: "It's free." },
  // Grammar of another language.
  { variant: /\banew\b/i, better: "again" },
  { variant: /\balone\b/i, better: "only, without" },
  { variant: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more than\b)/i, better: "is not a" },
  { variant: /\bno(?:t)? good here\b/, better: "invalid" },
  { variant: /(?<!\bthe )\bin order\b(?! to\b| of\b|,)/, better: "works, correct" },
  { variant: /\bonce more\b/i, better: "again" },
  { variant: /\blook whether\b/i, better: "check that" },
  { variant: /\btaken here\b|\btakes? (?:no(?!w)|nothing)\b/, better: "accepts" },
  { variant: /\blives? at\b/, better: "is at" },
  { variant: /\bit goes\b|\bgoes, too\b|\b(?:goes|go|went|going) out\b/i, better: "is sent, is deleted" },
  { variant: /\bwritten? over\b|\bwrite over\b/i, better: "overwrite" },
  { variant: /\b(?:put|set) (?:[\w ]+ )?right\b/i, better: "correct, fix" },
  { variant: /\bon (?:its|their) way\b|\bunder way\b/, better: "is being sent" },
  { variant: /\bmends?\b|\bmended\b/i, better: "fix" },
  { variant: /\b[Ll]ook into\b/, better: "check" },
  { variant: /\bmeanwhile\b/i, better: "in the meantime, since then" },
  { variant: /\b(?:signer|owner)'s word\b/, better: "as stated by" },
  { variant: /\b(?:for|and) (?:this )?second\b/, better: "date" },
  { variant: /\bshall\b/i, better: "should" },
  { variant: /\b(?:That|This) is too much\b/, better: "unexpected argument" },
  { variant: /\bc[ao]mes? back\b(?= \(|$|\.)|\bmails came back\b/, better: "bounced" },
  { variant: /\bwants? no\b/, better: "unsubscribed" },
  { variant: /\balready[.:]/, better: "is already …" },
  { variant: /\bany ?more\b/, better: "no longer" },
  { variant: /\bby (?:itself|themselves)\b/, better: "automatically", except: api },
  { variant: /\bmakes? no sense\b|\bmeans? nothing\b/, better: "is invalid, is unknown" },
  { variant: /\b(?:is|are) sound\b/, better: "is intact" },
  { variant: /\bLet (?:it|the|both|DNS)\b/, better: "Configure …" },
  { variant: /\bway out\b|\bno way to\b/, better: "internet access" },
  { variant: /\bof yours\b/, better: "your" },
  { variant: /\bkept apart\b/, better: "stored separately" },
  { variant: /\b[Ww]hoever\b/, better: "anyone who" },
  { variant: /^Whose\b/, better: "object first" },
  { variant: /\breference (?:form|nodes?)\b/, better: "epress", except: api },
];

/** What earlier texts promised and the program does not do, or what they said wrongly, in both languages. */
export const untruths: readonly Variant[] = [
  { variant: /when (?:it|they|their node) fetched/, better: "receipts: … and what it answered" },
  {
    variant: /\bonly you sign and publish/i,
    better: "a program with “create posts and files” publishes, too",
  },
  { variant: /\bevery version (?:stays|is kept)/i, better: "earlier texts are kept" },
  { variant: /\bone click\b/i, better: "You can unsubscribe at any time.", except: /benchmarks/ },
  { variant: /Try fewer words|请少写几个词/, better: "Check the spelling, or try other words." },
  { variant: /\bso early there\b|这么早/, better: "这一页没有文章。" },
  { variant: /互相关注的人/, better: "与你有关注关系的人" },
  { variant: /正在发送途中的邮件/, better: "尚未发出的邮件会取消。" },
  { variant: /\bStop a node that runs on the same folder/, better: "nothing: `init` works beside it" },
  { variant: /\b\d+ [KM]iB\b/, better: "kB and MB", except: /diagnosis|import-process|^docs|[.]md:/ },
];

/** One thing has one name in Chinese, and sentences are written, not translated word by word. */
export const chineseVariants: readonly Variant[] = [
  { variant: /电子邮件|电邮/, better: "邮件" },
  { variant: /邮箱地址|信箱/, better: "邮箱" },
  { variant: /邮件读者/, better: "邮件订阅, 订阅者" },
  { variant: /主人|所有者(?!（chown）)/, better: "站长" },
  { variant: /核验|核对|查验/, better: "验证" },
  { variant: /应答|回应|呼叫/, better: "响应, 访问, 回复 (of a person)" },
  { variant: /连不[到上]|联系不上|连得到/, better: "无法连接" },
  { variant: /(?:仅在|只在)本站/, better: "仅本站" },
  { variant: /网络钩子|\bwebhook\b/, better: "Webhook" },
  { variant: /重新载入|重新加载/, better: "刷新" },
  { variant: /过一会儿|等一会儿|过会儿/, better: "请稍后再试" },
  { variant: /提案|待审(?!核)/, better: "草稿 (that a program 提交), 待审核" },
  { variant: /粉丝/, better: "关注者" },
  { variant: /后台|仪表盘/, better: "控制台" },
  { variant: /不收费|不付任何|不花任何/, better: "免费" },
  { variant: /您/, better: "你" },
  { variant: /[「」]/, better: "“”" },
  { variant: /短名|短地址/, better: "链接名" },
  { variant: /以前的内容/, better: "历史版本" },
  { variant: /停用|启用/, better: "关闭, 开启" },
  { variant: /名称服务器/, better: "域名服务器" },
  { variant: /订阅阅读器/, better: "RSS 阅读器" },
  { variant: /没能|什么[都也](?:没|不)|无从/, better: "无法" },
  { variant: /这一秒|原样字节|上路|凭.*一面之词/, better: "written, not translated" },
];

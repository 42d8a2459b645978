import type { visitorsEn } from "./visitors-en.ts";

/** What is said to visitors who follow, or are seen, with a wallet, in Chinese. */
export const visitorsZh: typeof visitorsEn = {
  follow: {
    title: "关注",
    label: "你的节点的地址",
    look: "看一看",
    noWallet: "这个浏览器里没有钱包，没法在这里签名。请把此处的地址交给你自己的节点。",
    found: "找到了那个节点。接下来钱包会告诉我们它有哪把密钥；这一步不签任何东西。",
    explain: "你将签名表示：从现在起，你的节点关注这个节点。不付任何费用，随时可以取消。",
    sign: "签名并关注",
    done: "你的节点已经关注此处，新文章会送到那里。",
  },

  followProblems: {
    NO_NODE_URL: "这不是节点的地址。节点的地址以 https:// 开头，后面是名称。",
    UNREACHABLE: "这个地址没有人应答。请看看有没有写错；如果没错，就是你的节点现在不在。",
    NO_ANSWER: "那个节点很久没有应答。请过一会儿再试。",
    BAD_CERTIFICATE: "这个地址无法证明它就是它自己：证书有误或已过期。",
    ADDRESS_NOT_ALLOWED: "这个名称通向私有网络，或者这里不会呼叫的端口。",
    NO_NODE: "那里有应答，但不是节点。请再看看地址。",
    OTHER_NODE: "那里应答的是另一个节点，与它自称的不符。什么也没有签。",
    YOURSELF: "这正是你眼前的节点。请填你自己节点的地址。",
    NOT_SUPPORTED: "你的节点使用较早的格式，没法这样关注。请改从你的节点上关注。",
    NOT_YET: "你的节点还没有接受，所以还没有关注成。这个节点会在一小时内再试。",
    PEER_FAILED: "你的节点没有接受，所以没有关注成。请改从你的节点上关注。",
    INVALID_TIMESTAMP: "从开始到现在过了太久。请重新看一看你的节点，再签名。",
    STALE_REQUEST: "期间已有新的决定。请重新看一看你的节点，再签名。",
    INVALID_SIGNATURE: "这个签名不是你节点的密钥签的，没有关注成。",
    RATE_LIMITED: "这里正忙。请等一会儿再试。",
    other: "这个节点没能完成。请过一会儿再试。",
    offline: "连不上这个节点。你填的还在，请过一会儿再试。",
  },

  walletSteps: {
    waiting: "请稍等。",
    none: "这个浏览器里没有钱包，没法在这里签名。",
    open: "打开钱包",
    several: "用哪个钱包？",
    unnamed: "没有名称的钱包",
    otherNetwork: "钱包在别的网络上，没法签这个。它会请你切换到以太坊；不付任何费用。",
    change: "切换网络",
  },

  presence: {
    nobody: "现在这里看不到别人。",
    one: "现在有 1 位访客在这里。",
    many: "现在有 # 位访客在这里。",
    beSeen: "让人看到我在这里",
    leave: "不再显示我在这里",
    failed: "节点没能记下。请稍后再试。",
  },

  wallet: {
    silent: "钱包已经一分钟没有回应，它的窗口也许在这一页后面。什么也没有签；请再试一次。",
    refused: "你在钱包里拒绝了。什么也没有签。",
    busy: "钱包里还有一个没有回答的问题。请先在那里回答，再试一次。",
    "other-chain": "钱包停留在别的网络上。请切换到以太坊，再试一次。",
    "other-account": "钱包打开的是另一个账户。请换成那个节点的账户，再试一次。",
    contract: "这个地址是一份合约，别的节点无法核对它的签名；请用普通账户。",
    failed: "钱包没能完成。什么也没有签；请再试一次。",
  },
};

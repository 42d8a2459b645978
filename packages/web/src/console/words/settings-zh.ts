import type { SettingsWords } from "./settings-en.ts";

const number = new Intl.NumberFormat("zh-Hans");

/** What the settings say, in Chinese. */
export const settingsZh: SettingsWords = {
  sections: "设置",
  names: {
    profile: "个人资料",
  },
  profile: {
    picture: "你的头像",
    choosePicture: "选择图片",
    removePicture: "移除",
    pictureHint: "从 JPEG、PNG、WebP 或 GIF 里取一个方块。没有头像时，会用你的地址画一个。",
    keepingPicture: "正在把图片送到你的节点。",
    pictureKept: "已保存。你的网站已经换上它，别人下次来看时就会看到。",
    unreadable: "这个浏览器读不了这张图片。什么也没有改变；请选择 JPEG、PNG、WebP 或 GIF。",
    cropTitle: "取一个方块",
    cropHint: "可以拖动图片、转动滚轮，或用方向键移动滑块。",
    cropView: "取用的部分",
    zoom: "放大",
    across: "左右",
    down: "上下",
    useThis: "就用这个",
    title: "名字",
    description: "关于你",
    descriptionHint: "一两句话就好。它会出现在你的名字下面，关注你的人那里也看得到。",
    nothing: "无",
    url: "节点的网址",
    urlHint: "大家通过它找到你的节点。",
    urlMoves: "从现在起，关注你的人会到那里找你。你的节点必须已经在那里应答。",
    tells: (people) =>
      people === 0
        ? "还没有人关注你，所以只有你自己的网站会改变。"
        : `会告知 ${number.format(people)} 个节点：所有关注你的人，和你关注的人。`,
    sign: "为修改签名",
    tellAgain: "再告知一次",
    asItWas: "恢复原样",
    signTitle: "为个人资料签名",
    explain: "钱包会显示这些内容、你的地址和时间。你签的就是它们，这样别的节点才知道是你本人。不会付费。",
    told: (people, later) =>
      [
        people === 0 ? "它已经在你的网站上了。" : `正在告知 ${number.format(people)} 个节点。`,
        ...(later > 0 ? [`另外 ${number.format(later)} 个会在你发布下一篇文字时读到。`] : []),
      ].join(""),
  },
};

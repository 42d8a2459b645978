import { mapProse } from "@freehold/protocol";
import type { ImportArchive } from "../../source.ts";
import { type ConfigFields, lowerNames, readSiteText, textsOf } from "../sites/config-file.ts";
import type { SiteLayout } from "../sites/find-layout.ts";

type Site = Pick<SiteLayout, "kind" | "isHexo" | "config" | "top">;

/** Packages that show names of emoji, by themselves or as a part of a generator. */
const packages =
  /"(?:vitepress|vuepress|@docusaurus\/core|remark-g?emoji|gatsby-remark-emojis?|(?:@\w+\/)?markdown-it-emoji|hexo-filter-(?:github-)?emojis?|eleventy-plugin-emoji)"\s*:/;

/** Whether the program of a site shows `:smile:` as the emoji of that name. Most show the name. */
export async function showsEmoji(
  { entries }: Pick<ImportArchive, "entries">,
  { kind, isHexo, config, top }: Site,
): Promise<boolean> {
  const fields: ConfigFields = config.fields ?? {};
  if (kind === "hugo") return fields.enableemoji === true;
  if (kind === "obsidian" || kind === "logseq") return false;
  if (kind === "jekyll" && !isHexo) return textsOf([fields.plugins, fields.gems].flat()).includes("jemoji");
  if (isHexo && fields.githubemojis !== undefined) return lowerNames(fields.githubemojis).enable !== false;
  if (await hasText(entries.get(`${top}mkdocs.yml`), /^ {0,8}- {0,8}pymdownx\.emoji\b/m)) return true;
  return await hasText(entries.get(`${top}package.json`), packages);
}

async function hasText(entry: Parameters<typeof readSiteText>[0], pattern: RegExp): Promise<boolean> {
  if (!entry) return false;
  try {
    return pattern.test(await readSiteText(entry));
  } catch {
    return false;
  }
}

/** Common names by which GitHub and the generators know emoji. */
const common =
  "smile:😄 smiley:😃 grinning:😀 grin:😁 laughing:😆 satisfied:😆 joy:😂 rofl:🤣 sweat_smile:😅 blush:😊 innocent:😇 " +
  "slightly_smiling_face:🙂 upside_down_face:🙃 wink:😉 relaxed:☺️ heart_eyes:😍 kissing_heart:😘 yum:😋 stuck_out_tongue:😛 " +
  "stuck_out_tongue_winking_eye:😜 sunglasses:😎 smirk:😏 neutral_face:😐 expressionless:😑 thinking:🤔 hugs:🤗 roll_eyes:🙄 " +
  "unamused:😒 confused:😕 worried:😟 disappointed:😞 pensive:😔 cry:😢 sob:😭 angry:😠 rage:😡 scream:😱 fearful:😨 " +
  "flushed:😳 sleeping:😴 sleepy:😪 tired_face:😫 weary:😩 triumph:😤 mask:😷 dizzy_face:😵 exploding_head:🤯 partying_face:🥳 " +
  "shrug:🤷 facepalm:🤦 see_no_evil:🙈 hear_no_evil:🙉 speak_no_evil:🙊 skull:💀 ghost:👻 robot:🤖 alien:👽 poop:💩 hankey:💩 " +
  "+1:👍 thumbsup:👍 -1:👎 thumbsdown:👎 ok_hand:👌 clap:👏 raised_hands:🙌 pray:🙏 muscle:💪 wave:👋 v:✌️ crossed_fingers:🤞 " +
  "metal:🤘 point_up:☝️ point_down:👇 point_left:👈 point_right:👉 handshake:🤝 writing_hand:✍️ eyes:👀 brain:🧠 " +
  "heart:❤️ broken_heart:💔 blue_heart:💙 green_heart:💚 yellow_heart:💛 purple_heart:💜 sparkling_heart:💖 two_hearts:💕 " +
  "sparkles:✨ star:⭐ star2:🌟 dizzy:💫 boom:💥 fire:🔥 zap:⚡ tada:🎉 confetti_ball:🎊 balloon:🎈 gift:🎁 birthday:🎂 " +
  "trophy:🏆 medal_sports:🏅 100:💯 rocket:🚀 airplane:✈️ car:🚗 bike:🚲 house:🏠 computer:💻 iphone:📱 camera:📷 movie_camera:🎥 " +
  "tv:📺 musical_note:🎵 notes:🎶 headphones:🎧 guitar:🎸 art:🎨 books:📚 book:📖 memo:📝 pencil:📝 pencil2:✏️ newspaper:📰 " +
  "bulb:💡 mag:🔍 lock:🔒 unlock:🔓 key:🔑 hammer:🔨 wrench:🔧 gear:⚙️ link:🔗 package:📦 email:📧 envelope:✉️ bell:🔔 calendar:📅 " +
  "chart_with_upwards_trend:📈 moneybag:💰 hourglass:⌛ alarm_clock:⏰ bug:🐛 construction:🚧 warning:⚠️ rotating_light:🚨 " +
  "no_entry:⛔ white_check_mark:✅ heavy_check_mark:✔️ ballot_box_with_check:☑️ x:❌ heavy_exclamation_mark:❗ exclamation:❗ question:❓ " +
  "information_source:ℹ️ recycle:♻️ arrow_right:➡️ arrow_left:⬅️ arrow_up:⬆️ arrow_down:⬇️ new:🆕 soon:🔜 speech_balloon:💬 " +
  "sunny:☀️ partly_sunny:⛅ cloud:☁️ umbrella:☔ snowflake:❄️ snowman:⛄ rainbow:🌈 ocean:🌊 earth_africa:🌍 earth_americas:🌎 " +
  "earth_asia:🌏 globe_with_meridians:🌐 moon:🌔 seedling:🌱 evergreen_tree:🌲 palm_tree:🌴 cactus:🌵 four_leaf_clover:🍀 " +
  "rose:🌹 sunflower:🌻 cherry_blossom:🌸 maple_leaf:🍁 apple:🍎 banana:🍌 pizza:🍕 hamburger:🍔 cake:🍰 cookie:🍪 coffee:☕ tea:🍵 " +
  "beer:🍺 beers:🍻 wine_glass:🍷 cat:🐱 dog:🐶 mouse:🐭 panda_face:🐼 penguin:🐧 bird:🐦 turtle:🐢 snake:🐍 octopus:🐙 whale:🐳 " +
  "elephant:🐘 crab:🦀 unicorn:🦄 bee:🐝 snail:🐌 butterfly:🦋 checkered_flag:🏁 copyright:©️ registered:®️ tm:™️";
const emoji = new Map(
  common.split(" ").map((pair): [string, string] => {
    const end = pair.lastIndexOf(":");
    return [pair.slice(0, end), pair.slice(end + 1)];
  }),
);

/** Writes common names of emoji as emoji, outside of code. Other names stay: those of a site's own pictures, too. */
export function convertEmojiNames(markdown: string): string {
  return mapProse(
    markdown,
    (prose) =>
      prose.replace(
        /(?<![\w:/]):([a-z\d_+-]{1,40}):(?![\w:])/g,
        (whole, name: string) => emoji.get(name) ?? whole,
      ),
    { skipsIndented: true },
  );
}

// Each line has the twelve months of a language, without accents; the names that stand in dates.
const languages = [
  "january february march april may june july august september october november december",
  "januar februar marz april mai juni juli august september oktober november dezember",
  "jänner feber mrz april mai juno julei august sept oktober november dezember",
  "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  "januari februari maart april mei juni juli augustus september oktober november december",
  "januari februari mars april maj juni juli augusti september oktober november december",
  "januar februar mrt april maj juni juli agustus september oktober november desember",
  "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
  "ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince",
  "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
  "januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december",
  "ocak subat mart nisan mayıs haziran temmuz agustos eylul ekim kasım aralık",
  "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
  "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
  "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
].map((line) => line.split(" ").map(plainWord));

const [english = [], ...others] = languages;
const shortest = 3;
const abbreviated: ReadonlyMap<string, number> = new Map(
  english.map((name, index) => [name.slice(0, shortest), index + 1]),
);

/** A word in small letters without its accents. */
function plainWord(word: string): string {
  return word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

/**
 * The number of a month by its name, or the beginning of it, in a language in which feeds are written; null for any other word,
 * and for a beginning of several months.
 */
export function monthOf(word: string): number | null {
  // Most feeds have these.
  const short = abbreviated.get(word.toLowerCase());
  if (short !== undefined) return short;
  const written = plainWord(word);
  if (written.length < shortest) return null;
  const first = english.findIndex((name) => name.startsWith(written));
  if (first >= 0) return first + 1;
  const found = new Set<number>();
  for (const names of others)
    for (const [index, name] of names.entries()) if (name.startsWith(written)) found.add(index + 1);
  const [month = null] = found;
  return found.size === 1 ? month : null;
}

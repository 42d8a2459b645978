import { expect, test } from "vitest";
import { decodeText, detectEncoding } from "./encoding.ts";

/** The bytes of a text in an encoding of one and two bytes, by what each of them decodes to. */
function encodeAs(encoding: string, text: string): Buffer {
  const bytesOf = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    const sign = new TextDecoder(encoding).decode(Uint8Array.from(bytes));
    if ([...sign].length === 1 && sign !== "\ufffd" && !bytesOf.has(sign)) bytesOf.set(sign, bytes);
  };
  for (let one = 0; one < 256; one += 1) add([one]);
  if (/gb|big5|jis|kr/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let next = 0x40; next < 0xff; next += 1) add([lead, next]);
  return Buffer.from([...text].flatMap((sign) => [...(bytesOf.get(sign) ?? [])]));
}

const texts = [
  ["gb18030", "今天下雨了，我没有带伞。镕与朱是名字。\n"],
  ["gb18030", "<title>雨天</title>\n"],
  ["big5", "今天下雨了，我沒有帶傘。這是一個測試，說明編碼。\n"],
  ["shift_jis", "今日は雨が降った。カサを持っていなかった。\n"],
  ["euc-kr", "오늘은 비가 왔다. 우산이 없어서 집에 있었다.\n"],
  ["windows-1251", "Сегодня шёл дождь, и я был дома без зонта.\n"],
  ["windows-1251", "<title>Мир и дом</title><title>Привет</title>\n"],
  ["windows-1251", "Привет"],
  ["koi8-r", "Сегодня шёл дождь, и я был дома без зонта.\n"],
  ["windows-1253", "Το πρωί έβρεχε και έμεινα στο σπίτι χωρίς ομπρέλα.\n"],
  ["windows-1255", "הבוקר ירד גשם, ונשארתי בבית בלי מטרייה. אחר כך יצאה השמש, והלכנו לשוק.\n"],
  ["windows-1256", "هطل المطر هذا الصباح وبقيت في البيت بلا مظلة.\n"],
  ["windows-1254", "Bu sabah yağmur yağdı, şemsiyesiz evde kaldım.\n"],
  ["windows-1252", "Es wurde größer.\n"],
  ["windows-1252", "Größe"],
  ["windows-1252", "«Été»"],
  ["windows-1252", "Le café “déjà vu” était fermé, où allait-il ?\n"],
  ["windows-1252", "¿Qué pasó mañana? Año, ñandú.\n"],
  ["windows-1252", "Ação, coração e não\n"],
  ["windows-1252", "På søndag køber vi brød og æbler.\n"],
  ["windows-1252", "Þetta er íslenska\n"],
  ["windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n"],
  ["iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n"],
  ["windows-1250", "Můj první článek"],
  ["windows-1250", "Děti"],
  ["windows-1250", "Čtvrtek v Praze\n"],
  ["windows-1250", "Dziś rano padał deszcz, a ja zostałem w domu. „Życie”\n"],
  ["iso-8859-2", "Dziś rano padał deszcz, a ja zostałem w domu.\n"],
  ["windows-1250", "Łódź"],
  ["iso-8859-2", "Łódź"],
  ["iso-8859-2", "Życzenia świąteczne\n"],
  ["windows-1250", "Książka"],
  ["windows-1250", "Árvíztűrő tükörfúrógép\n"],
  ["windows-1250", "Őszi eső"],
  ["windows-1250", "Ľúbim ťa\n"],
  ["iso-8859-2", "Poslije smo išli na tržnicu.\n"],
  ["windows-1250", "Dimineaţa a plouat şi am rămas acasă fără umbrelă.\n"],
  ["windows-1257", "Šiandien visą dieną lijo, o aš likau namie be skėčio.\n"],
  ["macintosh", "Der Frühling kam spät, und die Straße war naß und grün.\n"],
] as const;

test.each(texts)("a text in %s that names no encoding: %s", async (encoding, text) => {
  const bytes = encodeAs(encoding, text);
  expect(decodeText(bytes)).toBe(text);
  const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
  expect(await detectEncoding(new Blob(pieces).stream())).toEqual({ name: encoding, isGuessed: true });
});

test.each(["utf-16le", "utf-16be"])("a text in %s, with its mark and without", (encoding) => {
  const text = "<p>Über 雨</p>";
  for (const whole of [text, `\ufeff${text}`]) {
    const bytes = Buffer.from(whole, "utf16le");
    expect(decodeText(encoding === "utf-16be" ? bytes.swap16() : bytes)).toBe(text);
  }
});

test("a zero in a text in UTF-8 makes no other encoding of it", async () => {
  for (const text of ["a\0bc", "\0abc", "ab\0c"]) {
    expect(decodeText(Buffer.from(text))).toBe(text);
    expect((await detectEncoding(new Blob([text]).stream())).name).toBe("utf-8");
  }
});

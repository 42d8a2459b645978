/** Letters of other scripts, and signs, that look like letters of ours; small letters, since names are compared so. */
const lookAlikes = new Map(
  (
    "а:a ә:e в:b с:c ԁ:d е:e һ:h н:h і:i ї:i ј:j к:k ӏ:l м:m п:n о:o р:p ԛ:q ѕ:s т:t ц:u ѵ:v ԝ:w х:x у:y ү:y г:r " +
    "α:a β:b ε:e η:n ι:i κ:k μ:u ν:v ο:o ρ:p σ:o τ:t υ:u χ:x ω:w ɑ:a ɡ:g ɩ:i ı:i ʟ:l ո:n օ:o ս:u հ:h ց:g " +
    "0:o 1:l i:l |:l !:l $:s @:a 3:e 5:s ß:b ø:o ł:l đ:d þ:p"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** The look of a name: without accents, spaces, signs and the case of letters, each letter as the one that it resembles. */
function look(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
  let result = "";
  for (const character of plain) {
    const latin = lookAlikes.get(character) ?? character;
    result += lookAlikes.get(latin) ?? latin;
  }
  return result
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Whether a reader's name could be taken for the owner's. Two names without letters are compared as they are written. */
export function looksLike(name: string, owner: string): boolean {
  const [seen, own] = [look(name), look(owner)];
  return own === "" ? name.trim() === owner.trim() : seen === own;
}

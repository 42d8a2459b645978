import { expect, it, test } from "vitest";
import { languageOf, type StemLanguage, stem } from "./stem.ts";

test.each([
  [
    "en",
    "gardens:garden bicycles:bicycle stories:story movies:movie caches:cache boxes:box heroes:hero canoes:canoe shoes:shoe houses:house children:child",
  ],
  ["de", "hauser:haus strassen:strasse blumen:blume kindern:kind tage:tag"],
  ["fr", "chevaux:cheval jardins:jardin gateaux:gateau jeux:jeu"],
  ["es", "jardines:jardin luces:luz noches:noche canciones:cancion"],
  ["pt", "cancoes:cancao jardins:jardim animais:animal flores:flor"],
  ["it", "biblioteche:biblioteca giardini:giardino storie:storia"],
  ["nl", "boeken:boek bomen:boom huizen:huis brieven:brief fietsen:fiets mannen:man"],
  ["en", "сады:сад книги:книга"],
] as const)("takes the plural of %s for its singular: %s", (language, pairs) => {
  for (const pair of pairs.split(" ")) {
    const [many = "", one = ""] = pair.split(":");
    expect([many, stem(many, language)]).toEqual([many, stem(one, language)]);
  }
});

it("leaves words that are no plurals, and tells the words of two languages apart", () => {
  for (const word of ["news", "this", "bus", "glass", "virus", "always", "42", "世界"])
    expect(stem(word, "en")).toBe(word);
  expect(stem("flower", "en")).not.toBe(stem("flow", "en"));
  expect(stem("care", "es")).not.toBe(stem("car", "en"));
});

test.each<[StemLanguage, string]>([
  ["en", "Gardens of the city"],
  ["de", "Die Häuser in der Stadt sind alt"],
  ["fr", "Les maisons de la ville"],
  ["es", "Los jardines de la ciudad"],
  ["pt", "Os jardins da cidade não são"],
  ["it", "I giardini della città sono belli"],
  ["nl", "De boeken van het huis"],
  ["en", "机器 42"],
])("knows %s by its common words: %s", (language, text) => expect(languageOf(text)).toBe(language));

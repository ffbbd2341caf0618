import { expect, test } from "vitest";
import { correctedMention, findMentions, indexNames, type NamedRecord, nearNames } from "./names.ts";
import { wordsOf } from "./text.ts";

const records: NamedRecord[] = [
  { kind: "item", id: "1", name: "orders-db" },
  { kind: "item", id: "2", name: "orders" },
  { kind: "person", id: "3", name: "Ann Lee" },
  { kind: "person", id: "4", name: "Ann Berg" },
  { kind: "team", id: "5", name: "Payments team" },
  { kind: "schedule", id: "6", name: "Payments" },
  { kind: "class", id: "7", name: "Business category" },
  { kind: "item", id: "8", name: "inventory" },
  { kind: "item", id: "9", name: "inventori" },
];
const index = indexNames(records);
const mentions = (question: string, taken = (_position: number) => false) =>
  findMentions(wordsOf(question), index, taken);
const idsIn = (question: string) => mentions(question).map(({ named }) => named.id);

test("the longest name is found, in any spelling", () => {
  expect(idsIn("is Orders DB slow")).toEqual(["1"]);
  expect(idsIn("is orders_db slower than orders")).toEqual(["1", "2"]);
});

test("a mention has its words", () => {
  expect(mentions("is orders db slow")).toMatchObject([{ start: 1, end: 3, corrected: false }]);
  expect(mentions("is orders db slow", (position) => position === 2)).toMatchObject([
    { named: { id: "2" }, start: 1, end: 2 },
  ]);
});

test("a person is known by a part of the name, and people of one name are all kept", () => {
  expect(idsIn("what does lee do")).toEqual(["3"]);
  expect(mentions("what does ann do")).toMatchObject([{ named: { id: "3" }, others: [{ id: "4" }] }]);
});

test("of several kinds of one name the preferred one is read", () => {
  expect(mentions("who is in payments")).toMatchObject([{ named: { kind: "team" }, others: [{ kind: "schedule" }] }]);
});

test("a class is known in the plural", () => {
  expect(idsIn("business categories")).toEqual(["7"]);
});

test("a typo means the nearest name, but not one of two", () => {
  expect(correctedMention({ text: "ordres", written: "ordres" }, 4, index)).toMatchObject({
    named: { id: "2" },
    start: 4,
    end: 5,
    corrected: true,
  });
  expect(correctedMention({ text: "inventorx", written: "inventorx" }, 0, index)).toBeUndefined();
  expect(nearNames("inventory", index).map(({ edits }) => edits)).toEqual([0, 1]);
});

test("a short word is not corrected", () => {
  expect(nearNames("anm", index)).toEqual([]);
});

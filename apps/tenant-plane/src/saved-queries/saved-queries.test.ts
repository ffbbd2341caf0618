import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let ann: Person;
let bob: Person;
let viewer: Person;

beforeAll(async () => {
  plane = await sharedPlane();
  ann = await plane.tenant();
  bob = await plane.person("operator", ann);
  viewer = await plane.person("viewer", ann);
});

const save = (who: Person, name: string, shared = false) =>
  who.api.savedQueries.create({ body: { page: "logs", name, search: { q: "level:error", from: "now-6h" }, shared } });
const namesFor = async (who: Person) => (await who.api.savedQueries.list()).items.map(({ name }) => name);

test("a person sees their own queries and the shared ones, by name and page", async () => {
  await save(ann, "Mine");
  const ours = await save(bob, "our errors", true);
  expect(ours).toMatchObject({ page: "logs", search: { q: "level:error", from: "now-6h" }, shared: true });
  expect(ours.owner_id).toBe(bob.tokens.user.id);
  await save(bob, "Only Bob's");
  expect(await namesFor(ann)).toEqual(["Mine", "our errors"]);
  expect(await namesFor(viewer)).toEqual(["our errors"]);
  expect((await ann.api.savedQueries.list({ query: { page: "traces" } })).items).toEqual([]);
  expect((await ann.api.savedQueries.list({ query: { q: "ERR" } })).items.map(({ name }) => name)).toEqual([
    "our errors",
  ]);
  expect(await namesFor(await plane.tenant())).toEqual([]);
});

test("a viewer keeps private queries and cannot share or change shared ones", async () => {
  const own = await save(viewer, "A viewer's");
  const renamed = await viewer.api.savedQueries.update({ params: { id: own.id }, body: { name: "Renamed" } });
  expect(renamed).toMatchObject({ name: "Renamed", version: 2 });
  const sharing = viewer.api.savedQueries.update({ params: { id: own.id }, body: { shared: true } });
  expect(await refusalOf(sharing)).toMatchObject({ status: 403 });
  expect(await refusalOf(save(viewer, "x", true))).toMatchObject({ status: 403 });
  const { id } = await save(bob, "Shared by Bob", true);
  const params = { id };
  expect(await refusalOf(viewer.api.savedQueries.remove({ params }))).toMatchObject({ status: 403 });
  await ann.api.savedQueries.remove({ params });
  expect(await namesFor(bob)).not.toContain("Shared by Bob");
});

test("a private query of another person is not found", async () => {
  const { id } = await save(bob, "Private");
  const params = { id };
  expect(await refusalOf(ann.api.savedQueries.update({ params, body: { name: "y" } }))).toMatchObject({ status: 404 });
  expect(await refusalOf(ann.api.savedQueries.remove({ params }))).toMatchObject({ status: 404 });
});

test("an outdated change is refused, and search parameters have limits", async () => {
  const { id, version } = await save(ann, "Twice");
  const change = (name: string) =>
    ann.api.savedQueries.update({ params: { id }, body: { name } }, { headers: { "if-match": `"${version}"` } });
  await change("First");
  expect(await refusalOf(change("Second"))).toMatchObject({ status: 409 });
  const tooLong = ann.api.savedQueries.create({
    body: { page: "logs", name: "Long", search: { q: "x".repeat(4001) } },
  });
  expect(await refusalOf(tooLong)).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
});

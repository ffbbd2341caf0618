import { expect, test } from "vitest";
import { eventAreas } from "./event-areas.ts";

test("events are grouped by area, and words find them by type and area", () => {
  const all = eventAreas(() => true);
  expect(all.find(({ label }) => label === "Incidents")?.types).toContain("incident.created");
  expect(all.flatMap(({ types }) => types).filter((type) => type.startsWith("webhook."))).toEqual([]);
  expect(eventAreas(() => true, "cmdb created")).toEqual([{ label: "CMDB", types: ["ci.created"] }]);
  expect(eventAreas(() => true, "nothing like this")).toEqual([]);
});

test("events that a person cannot see are not offered", () => {
  const types = eventAreas((permission) => permission === "incidents:read").flatMap((area) => area.types);
  expect(types).toContain("incident.created");
  expect(types).toContain("notice.updated");
  expect(types).not.toContain("ci.created");
});

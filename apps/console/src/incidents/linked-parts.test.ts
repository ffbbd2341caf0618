import { expect, test } from "vitest";
import { linkedParts } from "./linked-parts.ts";

test("names of a sentence are links, in the order of the sentence", () => {
  const links = { "Restart nginx": "/runbooks/2", "Flush cache": "/runbooks/1" };
  expect(linkedParts("suggested Flush cache and Restart nginx", links)).toEqual([
    { text: "suggested " },
    { text: "Flush cache", href: "/runbooks/1" },
    { text: " and " },
    { text: "Restart nginx", href: "/runbooks/2" },
  ]);
});

test("overlapping and missing names are left out", () => {
  const links = { Restart: "/1", "Restart nginx": "/2", Other: "/3" };
  expect(linkedParts("Restart nginx now", links)).toEqual([{ text: "Restart nginx", href: "/2" }, { text: " now" }]);
  expect(linkedParts("nothing", undefined)).toEqual([{ text: "nothing" }]);
  expect(linkedParts("a cut value", "cut…")).toEqual([{ text: "a cut value" }]);
});

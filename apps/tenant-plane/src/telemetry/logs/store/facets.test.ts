import { expect, test } from "vitest";
import { suggested } from "./facets.ts";

const aField = (name: string, having: number, different: number) => ({
  name,
  value: "x",
  records: 1,
  having,
  different,
});

test("common fields are suggested first; fields with one value or with unique values are not", () => {
  const fields = [
    aField("region", 90, 3),
    aField("status", 100, 5),
    aField("version", 100, 1),
    aField("request_id", 100, 100),
    aField("user", 100, 60),
    aField("pod", 100, 40),
  ];
  expect(suggested(fields)).toEqual(["pod", "status", "region"]);
  expect(suggested(Array.from({ length: 20 }, (_, index) => aField(`f${index}`, 100, 2)))).toHaveLength(8);
});

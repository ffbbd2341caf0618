import { expect, test } from "vitest";
import { aReport, aSection, aTable, textOf } from "./a-report.ts";
import { jsonOf } from "./json.ts";
import type { ReportContent } from "./model.ts";

const parsed = async (content: ReportContent) => JSON.parse(await textOf(jsonOf(content)));

test("it is valid, indented and has a schema version, with and without sections, tables and rows", async () => {
  expect(await parsed(aReport())).toMatchObject({ schema_version: 1, data_sources: [] });
  const bare = await parsed(aReport({ sections: [aSection(), aSection({ source: "Trends" })] }));
  expect(bare.data_sources).toMatchObject([
    { data_source: "Incidents", tables: [] },
    { data_source: "Trends", tables: [] },
  ]);
  const tables = [
    aTable("Empty", ["a"], []),
    aTable("Gaps", ["a", "b"], [[], [[1, null]], [], [['"quoted"', "line\nbreak"]]]),
  ];
  const full = await textOf(jsonOf(aReport({ sections: [aSection({ tables })] })));
  expect(JSON.parse(full).data_sources[0].tables).toMatchObject([
    { name: "Empty", rows: [] },
    {
      name: "Gaps",
      rows: [
        { a: 1, b: null },
        { a: '"quoted"', b: "line\nbreak" },
      ],
    },
  ]);
  expect(full.split("\n").slice(0, 3)).toEqual(["{", '  "schema_version": 1,', '  "report": {']);
});

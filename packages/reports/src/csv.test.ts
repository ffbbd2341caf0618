import { expect, test } from "vitest";
import { aReport, aSection, aTable, textOf } from "./a-report.ts";
import { csvLine, csvOf } from "./csv.ts";

test("cells with commas, quotes and line breaks are quoted", () => {
  expect(csvLine(["a", "b,c", 'say "x"', "two\nlines", "x;=1+1", ""])).toBe(
    'a,"b,c","say ""x""","two\nlines","x;=1+1",\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@sum", "\tx"])("a spreadsheet does not run %j as a formula", (cell) => {
  expect(csvLine([cell])).toBe(`'${cell}\r\n`);
});

test("one file has the columns of all tables, and each row leaves those of the others empty", async () => {
  const report = aReport({
    sections: [
      aSection({
        figures: [{ name: "Incidents", value: 2, unit: "count", before: 4, target: 1 }],
        tables: [aTable("Incidents", ["reference", "title"], [[["INC-1", "One"]], [["INC-2", "Two"]]])],
      }),
      aSection({ source: "Trends", tables: [aTable("Weeks", ["title", "count"], [[["44", -3]]])] }),
    ],
  });
  expect(await textOf(csvOf(report))).toBe(
    [
      "data_source,table,measure,value,unit,previous_value,target,reference,title,count",
      "Incidents,Summary,Incidents,2,count,4,1,,,",
      "Incidents,Incidents,,,,,,INC-1,One,",
      "Incidents,Incidents,,,,,,INC-2,Two,",
      "Trends,Weeks,,,,,,,44,-3",
      "",
    ].join("\r\n"),
  );
});

test("numbers stay numbers, also negative ones; nothing is an empty cell", () => {
  expect(csvLine([-1.5, true, null, "-1"])).toBe("-1.5,true,,'-1\r\n");
});

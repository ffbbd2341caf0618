import { expect, test } from "vitest";
import { aReport, aSection, aTable, textOf } from "./a-report.ts";
import { htmlOf, maxHtmlRows } from "./html.ts";
import type { ReportContent } from "./model.ts";

const evil = `<img src=x onerror="alert('1')">&`;
const safe = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";

test("no text of a record becomes markup, wherever it stands", async () => {
  const html = await textOf(
    htmlOf(
      aReport({
        ...{ name: evil, organization: evil, generatedBy: evil, narrative: { by: "provider", paragraphs: [evil] } },
        parameters: { services: [evil], teams: [evil] },
        sections: [
          aSection({
            ...{ findings: [evil], notes: [evil] },
            figures: [{ name: evil, value: 1, unit: "money", currency: evil }],
            charts: (["bars", "lines", "shares"] as const).map((kind) => ({
              ...{ title: evil, kind, unit: "count", labels: [evil, evil] },
              series: [
                { name: evil, values: [1, 2] },
                { name: `${evil}2`, values: [3, null] },
              ],
            })),
            tables: [aTable(evil, [evil], [[[evil]]])],
          }),
        ],
      }),
    ),
  );
  expect(html).not.toContain("<img");
  expect(html.split(safe).length).toBeGreaterThan(15);
  expect(html).not.toMatch(/<script|<link|<iframe|https?:\/\/(?!www\.w3\.org)|url\(|@import/);
});

test("a page shows the first rows and says how many there are", async () => {
  const rows = Array.from({ length: maxHtmlRows + 50 }, (_, index) => [index]);
  let read = 0;
  const table = {
    ...{ name: "Rows", columns: [{ key: "n", name: "N" }], total: rows.length },
    async *rows() {
      for (let at = 0; at < rows.length; at += 100) {
        read++;
        yield rows.slice(at, at + 100);
      }
    },
  };
  const html = await textOf(htmlOf(aReport({ sections: [aSection({ tables: [table] })] })));
  expect(html.match(/<tr><td/g)?.length).toBe(maxHtmlRows);
  expect(html).toContain(`The first ${maxHtmlRows} rows of ${maxHtmlRows + 50}. CSV and JSON have all rows.`);
  // The rest is not even read.
  expect(read).toBe(2);
});

test("an executive summary begins with the key figures of its data sources", async () => {
  const section = aSection({
    figures: [
      { name: "Total cost", value: 12, unit: "money", currency: "EUR", headline: true },
      { name: "Idle items", value: 3, unit: "count" },
    ],
    source: "FinOps",
  });
  const textOfType = (type: ReportContent["type"]) => textOf(htmlOf(aReport({ type, sections: [section] })));
  const [brief, custom] = [await textOfType("Executive Summary"), await textOfType("Custom")];
  const [top = ""] = brief.split('class="narrative"');
  expect(top).toContain('EUR 12.00</span><span class="of">FinOps</span>');
  expect(top).not.toContain("Idle items");
  expect(custom).not.toContain("Key figures");
});

test("a change that rounds to nothing is neither good nor bad", async () => {
  const figures = [{ name: "Total cost", value: 1000.1, before: 1000, unit: "count", better: "lower" } as const];
  const html = await textOf(htmlOf(aReport({ sections: [aSection({ figures })] })));
  expect(html).toContain('<span class="change">no change against 1,000</span>');
});

test("every chart has its figures as a table, and an empty one says so", async () => {
  const chart = { title: "Load", kind: "lines", unit: "seconds", labels: ["Mon", "Tue"] } as const;
  const html = await textOf(
    htmlOf(
      aReport({
        sections: [
          aSection({
            charts: [
              { ...chart, series: [{ name: "p95", values: [90, null] }], band: { low: [60, null], high: [120, null] } },
              { ...chart, title: "Nothing", labels: [], series: [] },
              { ...chart, title: "Zeros", series: [{ name: "p95", values: [0, null] }] },
            ],
          }),
        ],
      }),
    ),
  );
  expect(html).toContain('<th scope="row">Mon</th><td>1 min 30 s</td>');
  expect(html).toContain("<summary>Figures of Load</summary>");
  expect(html).toMatch(/<svg[^>]*role="img"/);
  expect(html.split("There is no data in this period.").length - 1).toBe(2);
  expect(html.split("<svg").length - 1).toBe(1);
});

import { expect, test } from "vitest";
import { renderSignal } from "./render-signal.ts";

const lookup = ([, name]: readonly string[]) => ({
  value: name === "word" ? 'a" OR level:"x' : "web-1",
  secret: false,
});
const base = { operator: ">" as const, threshold: 0 };

test("a value in a log query stays one value, inside and outside of quotes", () => {
  const q = 'service:{{ parameters.service }} "said {{ parameters.word }}" {{ parameters.word }}';
  expect(renderSignal({ ...base, source: "logs", q }, lookup).q).toBe(
    'service:"web-1" "said a\\" OR level:\\"x" "a\\" OR level:\\"x"',
  );
});

test("a value in a matcher is quoted as a whole", () => {
  const query = {
    ...base,
    source: "metrics" as const,
    metric_name: "up",
    match: ["host={{ parameters.word }}", "job=api"],
  };
  expect(renderSignal(query, lookup).match).toEqual(['host="a\\" OR level:\\"x"', "job=api"]);
});

import { SegmentedControl } from "@mantine/core";
import { costGroupings } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import type { Preset } from "../../time/range.ts";
import { RangeControl } from "../../time/range-control.tsx";
import { useTimeRange } from "../../time/use-range.ts";
import { optionsOf, wordsOf } from "../../ui/words.ts";
import { RangeProblem } from "../range-problem.tsx";
import { ReportsFrame } from "../reports-frame.tsx";
import classes from "./costs.module.css";
import { CostsPanel } from "./costs-panel.tsx";
import { PricesPanel } from "./prices-panel.tsx";
import { groupingWords } from "./words.ts";

const route = getRouteApi("/reports/costs");
const presets: readonly Preset[] = ["24h", "7d", "30d", "90d"];

/** The address names the grouping, the time, and the price that is edited: `?by=service&edit=new`. */
export function CostsPage() {
  return (
    <ReportsFrame title="Costs" view="Costs">
      {() => <Costs />}
    </ReportsFrame>
  );
}

function Costs() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, ...changes }) });
  const state = useTimeRange(search, "30d");
  const by = wordsOf(costGroupings, search.by)[0] ?? "item";
  return (
    <div className={classes.parts}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Costs by"
          data={optionsOf(costGroupings, groupingWords)}
          value={by}
          onChange={(chosen) => change({ by: chosen === "item" ? undefined : chosen })}
        />
        <RangeControl state={state} search={search} onChange={change} presets={presets} />
      </div>
      <RangeProblem state={state} />
      <CostsPanel by={by} state={state} />
      <PricesPanel edited={search.edit} onEdit={(edit) => change({ edit })} />
    </div>
  );
}

import { type Cost, type CostGrouping, costsWithoutGroup } from "@opsplane/contract";
import { valueText } from "@opsplane/reports/values";
import { IconCoins } from "@tabler/icons-react";
import { useCan } from "../../session/context.tsx";
import type { RangeState } from "../../time/use-range.ts";
import { Face } from "../../ui/faces.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import classes from "./costs.module.css";
import { useCosts } from "./queries.ts";
import { groupingWords } from "./words.ts";

interface CostsPanelProps {
  by: CostGrouping;
  state: RangeState;
}

/** What configuration items cost in the period, the highest first. */
export function CostsPanel({ by, state }: CostsPanelProps) {
  const costs = useCosts(by, state);
  return (
    <Panel title={`Costs by ${groupingWords[by].toLowerCase()}`}>
      <PagedFace
        list={costs}
        empty={
          <Face icon={<IconCoins size={20} />} title="No costs in this period">
            Costs are the hours of configuration items times their unit price. Add a unit price below.
          </Face>
        }
      >
        {(items) => <CostsTable by={by} costs={items} />}
      </PagedFace>
    </Panel>
  );
}

function CostsTable({ by, costs }: { by: CostGrouping; costs: readonly Cost[] }) {
  const highest = costs[0]?.cost ?? 0;
  return (
    <div className={table.card}>
      <table className={table.table} aria-label={`Costs by ${groupingWords[by].toLowerCase()}`}>
        <TableHead columns={[groupingWords[by], { wide: "Hours" }, "Cost", { wide: "Compared with the highest" }]} />
        <tbody>
          {costs.map(({ name, hours, cost, currency, idle }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items can have the same name
            <tr key={index}>
              <td>
                <CostName by={by} name={name} /> {idle ? <Tag tone="notice">idle</Tag> : null}
              </td>
              <td className={table.wide}>{hours === null ? "–" : valueText(hours, "number")}</td>
              <td className={classes.amount}>{valueText(cost, "money", currency)}</td>
              <td className={`${table.wide} ${classes.bars}`}>
                <span
                  className={classes.bar}
                  style={{ width: highest > 0 ? `${(cost / highest) * 100}%` : 0 }}
                  aria-hidden="true"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const noGroup: readonly string[] = Object.values(costsWithoutGroup);

/** A link to the configuration items of the line. */
function CostName({ by, name }: { by: CostGrouping; name: string }) {
  const mayRead = useCan()("cmdb:read");
  if (!mayRead || noGroup.includes(name)) return <span>{name}</span>;
  const search = { item: { q: name }, service: { q: name }, tag: { tag: name }, class: { class: name } }[by];
  return (
    <TextLink to="/cmdb" search={search} className={table.main ?? ""}>
      {name}
    </TextLink>
  );
}

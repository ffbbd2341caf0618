import { Button, Group } from "@mantine/core";
import type { AffectedItem, Impact } from "@opsplane/contract";
import { useState } from "react";
import { Panel } from "../ui/panel.tsx";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { CriticalityBadge, Marks } from "./badges.tsx";
import { useClassLabel } from "./classes.tsx";
import { ImpactPath } from "./impact-path.tsx";
import classes from "./impact-tab.module.css";
import { ItemLink } from "./item-name.tsx";
import { stepWords } from "./relation-words.ts";

const atFirst = 100;

/** The graph as a table, for reading, searching in the page and screen readers. */
export function ImpactList({ impact }: { impact: Impact }) {
  const [shown, setShown] = useState(atFirst);
  const { affected, direction } = impact;
  const title = direction === "downstream" ? "Affected items" : "Items it depends on";
  return (
    <Panel title={title} action={<span className="dim">nearest first</span>}>
      {affected.length === 0 ? (
        <span className="dim">
          {direction === "downstream" ? "No known downstream impact." : "No known dependencies."}
        </span>
      ) : (
        <div className={classes.tableBox}>
          <table className={table.table} aria-label={title}>
            <TableHead columns={["Distance", "Item", { wide: "Relation" }, { wide: "Path" }, "Score"]} />
            <tbody>
              {affected.slice(0, shown).map((item) => (
                <Line key={item.id} item={item} direction={direction} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {affected.length > shown ? (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => setShown(shown + 200)}>
            Show more ({shown} of {affected.length})
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

function Line({ item, direction }: { item: AffectedItem; direction: Impact["direction"] }) {
  const classLabel = useClassLabel();
  return (
    <tr>
      <td className={classes.number}>{item.distance}</td>
      <td>
        <span className={classes.itemCell}>
          <ItemLink item={item} />
          <Marks incidents={item.open_incidents.length} changes={item.running_changes.length} />
        </span>
        <div className={table.sub}>
          <CriticalityBadge criticality={item.criticality} />{" "}
          {[classLabel(item.class), item.environment].filter(Boolean).join(", ")}
        </div>
      </td>
      <td className={table.wide}>{stepWords(item.relation, direction)}</td>
      <td className={table.wide}>
        <ImpactPath path={item.path} direction={direction} />
      </td>
      <td className={classes.number}>{item.score}</td>
    </tr>
  );
}

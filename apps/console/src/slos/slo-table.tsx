import type { Slo } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { PlainLink } from "../ui/links.tsx";
import { useListCursor } from "../ui/list/cursor.ts";
import table from "../ui/table.module.css";
import { TableHead } from "../ui/table-head.tsx";
import { BudgetBar } from "./budget-bar.tsx";
import { SloStateMark } from "./slo-state.tsx";
import classes from "./slos.module.css";
import { burnText, indicatorText, percentText, targetText } from "./words.ts";

/** Objectives as rows. `j` and `k` move, Enter opens. */
export function SloTable({ slos, stale }: { slos: readonly Slo[]; stale: boolean }) {
  const navigate = useNavigate();
  const [cursor, setCursor] = useState(-1);
  useListCursor({
    list: { ...still, rows: new Map(slos.map((slo, index) => [index, slo])), total: slos.length },
    scroll: {
      cursor,
      setCursor,
      scrollTo: (index) => document.getElementById(linkId(index))?.closest("tr")?.scrollIntoView({ block: "nearest" }),
    },
    linkId,
    onOpen: ({ id }) => void navigate({ to: "/slos/$id", params: { id } }),
  });
  return (
    <div className={table.card} aria-busy={stale}>
      <table className={`${table.table} ${classes.table}`} aria-label="SLOs">
        <TableHead
          columns={[
            "SLO",
            { wide: "State" },
            "Budget left",
            { wide: "Attainment" },
            { wide: "Burn, 1 h" },
            { wide: "Team" },
          ]}
        />
        <tbody>
          {slos.map((slo, index) => (
            <SloRow key={slo.id} slo={slo} index={index} atCursor={cursor === index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The parts of a virtual list that this one does not have: all of its rows exist. */
const still = { key: "slos", estimated: false, stale: false, error: null, refetch: () => {}, show: () => {} };

const linkId = (index: number) => `slo-row-${index}`;

function SloRow({ slo, index, atCursor }: { slo: Slo; index: number; atCursor: boolean }) {
  const { id, name, indicator, status, group_name } = slo;
  return (
    <tr className={classes.row} data-cursor={atCursor}>
      <td>
        <PlainLink id={linkId(index)} to="/slos/$id" params={{ id }} className={classes.name}>
          {name}
        </PlainLink>
        <div className={table.sub}>{indicatorText(indicator)}</div>
        <div className={classes.under}>
          <SloStateMark slo={slo} />
          <Attainment slo={slo} />
        </div>
      </td>
      <td className={`${table.wide} ${classes.state}`}>
        <SloStateMark slo={slo} />
      </td>
      <td className={classes.budgetCell}>
        <BudgetBar slo={slo} />
      </td>
      <td className={`${table.wide} ${classes.attainment}`}>
        <Attainment slo={slo} />
      </td>
      <td className={`${table.wide} ${classes.burn}`}>
        <Burn rate={status.burn_rates["1h"]} />
      </td>
      <td className={`${table.wide} ${classes.team}`}>{group_name ?? <span className="dim">—</span>}</td>
    </tr>
  );
}

function Attainment({ slo }: { slo: Slo }) {
  const { attainment } = slo.status;
  return (
    <span>
      <b className={classes.number}>{attainment === null ? "—" : percentText(attainment)}</b>
      <span className={table.sub}> of {targetText(slo)}</span>
    </span>
  );
}

/** A burn rate above 1 spends more than the objective allows. */
export function Burn({ rate }: { rate: number | null }) {
  return (
    <span className={classes.rate} data-over={rate !== null && rate > 1}>
      {burnText(rate)}
    </span>
  );
}

import type { Collector } from "@opsplane/contract";
import { byteText, countText } from "../../ui/quantity.ts";
import classes from "../../ui/table.module.css";
import { TokensTable } from "../tokens/tokens-table.tsx";
import { useRevokeCollector } from "./queries.ts";

export function CollectorsTable({ collectors }: { collectors: readonly Collector[] }) {
  const revoke = useRevokeCollector();
  return (
    <TokensTable
      tokens={collectors}
      noun="Collector"
      own={{ head: "Received", cell: received }}
      onRevoke={revoke.mutate}
    />
  );
}

function received({ bytes, rows }: Collector) {
  if (bytes === 0) return <span className="dim">nothing yet</span>;
  return (
    <>
      {byteText(bytes)}
      <div className={classes.sub} title={rows.toLocaleString("en")}>
        {countText(rows)} {rows === 1 ? "row" : "rows"}
      </div>
    </>
  );
}

import type { Interval } from "../time/range.ts";
import type { RangeSearch } from "../time/use-range.ts";
import { PlainLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import table from "../ui/table.module.css";
import { millisText, rateText, shareText } from "./health.ts";
import { useOperations } from "./queries.ts";
import classes from "./services.module.css";

interface OperationsTableProps {
  service: string;
  interval: Interval;
  search: RangeSearch;
}

const maxShown = 50;

/** The operations of a service. Each opens its traces. */
export function OperationsTable({ service, interval, search }: OperationsTableProps) {
  const operations = useOperations(service, interval);
  return (
    <Panel title="Operations">
      <QueryFace
        query={operations}
        isEmpty={(all) => all.length === 0}
        empty={<p className="dim">No calls in this time range.</p>}
      >
        {(all) => (
          <div className={classes.scroll}>
            <table className={table.table} aria-label="Operations">
              <thead>
                <tr>
                  <th scope="col">Operation</th>
                  <th scope="col">Rate</th>
                  <th scope="col">Errors</th>
                  <th scope="col">p50</th>
                  <th scope="col">p95</th>
                  <th scope="col">p99</th>
                </tr>
              </thead>
              <tbody>
                {all.slice(0, maxShown).map((each) => (
                  <tr key={each.operation}>
                    <td>
                      <PlainLink
                        to="/traces"
                        search={{ ...search, service, operation: each.operation }}
                        className={table.main}
                      >
                        {each.operation}
                      </PlainLink>
                    </td>
                    <td>{rateText(each.rate_per_second)}</td>
                    <td>{shareText(each.error_rate)}</td>
                    <td>{millisText(each.p50_ms)}</td>
                    <td>{millisText(each.p95_ms)}</td>
                    <td>{millisText(each.p99_ms)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {all.length > maxShown ? <p className="dim">and {all.length - maxShown} more</p> : null}
          </div>
        )}
      </QueryFace>
    </Panel>
  );
}

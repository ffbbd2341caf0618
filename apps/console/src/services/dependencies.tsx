import type { ServiceEdge } from "@opsplane/contract";
import type { Interval } from "../time/range.ts";
import type { RangeSearch } from "../time/use-range.ts";
import { PlainLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { countText } from "../ui/quantity.ts";
import { QueryFace } from "../ui/query-face.tsx";
import table from "../ui/table.module.css";
import { millisText, shareText } from "./health.ts";
import { useServiceMap } from "./queries.ts";
import classes from "./services.module.css";

interface DependenciesProps {
  service: string;
  interval: Interval;
  search: RangeSearch;
}

/** Which services call this one, and what it calls. */
export function Dependencies({ service, interval, search }: DependenciesProps) {
  const map = useServiceMap(interval, service);
  return (
    <Panel title="Dependencies">
      <QueryFace
        query={map}
        isEmpty={({ edges }) => edges.length === 0}
        empty={<p className="dim">No calls to or from other services in this time range.</p>}
      >
        {({ edges }) => (
          <>
            <Edges
              title="Called by"
              edges={edges.filter(({ target }) => target === service)}
              nameOf={({ source }) => source}
              search={search}
            />
            <Edges
              title="Calls"
              edges={edges.filter(({ source }) => source === service)}
              nameOf={({ target }) => target}
              search={search}
            />
          </>
        )}
      </QueryFace>
    </Panel>
  );
}

interface EdgesProps {
  title: string;
  edges: readonly ServiceEdge[];
  nameOf: (edge: ServiceEdge) => string;
  search: RangeSearch;
}

function Edges({ title, edges, nameOf, search }: EdgesProps) {
  if (edges.length === 0) return null;
  return (
    <div className={classes.scroll}>
      <table className={table.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Calls</th>
            <th scope="col">Errors</th>
            <th scope="col">p95</th>
          </tr>
        </thead>
        <tbody>
          {edges.map((edge) => {
            const name = nameOf(edge);
            const isService = title === "Called by" || edge.type === "service";
            return (
              <tr key={`${edge.source} ${edge.target} ${edge.type}`}>
                <td>
                  {isService ? (
                    <PlainLink
                      to="/services/$service"
                      params={{ service: name }}
                      search={search}
                      className={table.main}
                    >
                      {name}
                    </PlainLink>
                  ) : (
                    <>
                      {name} <span className="dim">{edge.type}</span>
                    </>
                  )}
                </td>
                <td>{countText(edge.calls)}</td>
                <td>{shareText(edge.errors / edge.calls)}</td>
                <td>{millisText(edge.p95_ms)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

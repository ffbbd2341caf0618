import { useCan } from "../session/context.tsx";
import { PlainLink, TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { BudgetBar } from "./budget-bar.tsx";
import { useSlos } from "./queries.ts";
import { SloStateMark } from "./slo-state.tsx";
import classes from "./slos.module.css";

/** The objectives of a service, those with the least budget first. */
export function ServiceSlos({ service }: { service: string }) {
  const can = useCan();
  const slos = useSlos({ service: [service], sort: "budget" }, can("slos:read"));
  if (!can("slos:read")) return null;
  return (
    <Panel
      title="SLOs"
      action={
        can("slos:write") ? (
          <TextLink to="/slos/new" search={{ service }} size="xs" mr={6}>
            New SLO
          </TextLink>
        ) : undefined
      }
    >
      <QueryFace
        query={slos}
        loading={<span className="dim">Loading…</span>}
        isEmpty={(found) => found.length === 0}
        empty={<span className="dim">None</span>}
      >
        {(found) => (
          <ul className={classes.lines}>
            {found.map((slo) => (
              <li key={slo.id} className={classes.line}>
                <PlainLink to="/slos/$id" params={{ id: slo.id }} className={classes.name}>
                  {slo.name}
                </PlainLink>
                <SloStateMark slo={slo} />
                <BudgetBar slo={slo} />
              </li>
            ))}
          </ul>
        )}
      </QueryFace>
    </Panel>
  );
}

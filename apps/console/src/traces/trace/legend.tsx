import { percentText } from "../../ui/quantity.ts";
import classes from "./trace.module.css";
import type { TraceModel } from "./use-trace-view.ts";

interface ServiceLegendProps {
  model: TraceModel;
  chosen: string | undefined;
  onChoose: (service: string | undefined) => void;
}

/** The services by their share of the self time. A click filters by one. */
export function ServiceLegend({ model, chosen, onChoose }: ServiceLegendProps) {
  return (
    <ul className={classes.legend} aria-label="Services by share of self time">
      {model.shares.map(({ service, share, errors, spans }) => (
        <li key={service}>
          <button
            type="button"
            aria-pressed={service === chosen}
            title={`${spans.toLocaleString("en")} spans, ${errors.toLocaleString("en")} failed`}
            onClick={() => onChoose(service === chosen ? undefined : service)}
          >
            <i style={{ background: model.colors.get(service) }} />
            {service} <span className="dim">{percentText(share, 1)}</span>
          </button>
        </li>
      ))}
      <li className={classes.pathKey}>
        <i /> critical path
      </li>
    </ul>
  );
}

import type { OnCallSchedule } from "@opsplane/contract";
import { ZoneTime } from "../../time/zone-time.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PersonMark } from "../people/person-mark.tsx";
import { layerLabel } from "../timeline/rows.ts";
import { restrictionText, rotationText } from "./layer-words.ts";
import classes from "./schedule-page.module.css";

interface LayersPanelProps {
  schedule: OnCallSchedule;
  colorOf: (id: string | undefined) => string;
}

/** The layers in words, in the order in which they apply. */
export function LayersPanel({ schedule, colorOf }: LayersPanelProps) {
  const { layers, users, timezone } = schedule;
  return (
    <Panel title="Layers">
      {layers.length === 0 ? <span className="dim">This schedule has no layer yet, so no one is on call.</span> : null}
      <ol className={classes.lines}>
        {layers.map((layer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: layers have no id
          <li key={index} className={classes.layer}>
            <div>
              <b>
                {layerLabel(
                  layers.map(({ name }) => name),
                  index,
                )}
              </b>{" "}
              <span className="dim">
                {rotationText(layer)}, since <ZoneTime at={layer.starts_at} zone={timezone} />
                {layer.ends_at ? (
                  <>
                    {" "}
                    until <ZoneTime at={layer.ends_at} zone={timezone} />
                  </>
                ) : null}
              </span>
            </div>
            {layer.restrictions.length > 0 ? (
              <div className="dim">Only {layer.restrictions.map(restrictionText).join("; ")}</div>
            ) : null}
            <div className={classes.people}>
              {layer.user_ids.map((id, turn) => {
                const person = users.find((each) => each.id === id);
                return person ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a person may have two turns
                  <PersonMark key={turn} person={person} color={colorOf(id)} />
                ) : null;
              })}
            </div>
          </li>
        ))}
      </ol>
      {layers.length > 1 ? (
        <p className={classes.hint}>A later layer replaces an earlier one where it has someone.</p>
      ) : null}
    </Panel>
  );
}

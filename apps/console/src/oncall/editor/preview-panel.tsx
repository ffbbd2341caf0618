import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { useClock } from "../../time/time.tsx";
import { zoneDay } from "../../time/zone.ts";
import { Panel } from "../../ui/panel.tsx";
import { usePreview } from "../schedules/queries.ts";
import { gapsAhead, shiftsIn } from "../timeline/bars.ts";
import { GapWarning } from "../timeline/gap-warning.tsx";
import { ShiftList } from "../timeline/shift-list.tsx";
import { askedWindow, type SpanKind, spanOf, windowOf } from "../timeline/span.ts";
import { SpanTurner } from "../timeline/span-turner.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import classes from "./editor.module.css";
import { isReady, layerFields, layerProblems, type ScheduleDraft } from "./schedule-draft.ts";

interface PreviewPanelProps {
  draft: ScheduleDraft;
  colorOf: (id: string | undefined) => string;
}

/** Who would be on call. Layers that are not complete yet are left out. */
export function PreviewPanel({ draft, colorOf }: PreviewPanelProps) {
  const { now } = useClock();
  const [kind, setKind] = useState<SpanKind>("two-weeks");
  const [at, setAt] = useState<string>();
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const [settled] = useDebouncedValue(draft, 300);
  const { timezone } = settled;
  const layers = settled.layers.filter((layer) => Object.keys(layerProblems(layer)).length === 0);
  const span = spanOf(kind, at, zoneDay(now, timezone));
  const window = windowOf(span, timezone);
  const preview = usePreview(
    layers.map((layer) => layerFields(layer, timezone)),
    timezone,
    askedWindow(window),
    layers.length > 0,
  );
  const found = layers.length > 0 ? preview.data : undefined;
  return (
    <Panel title="Preview">
      <SpanTurner span={span} timezone={timezone} onTurn={setAt} onKind={setKind} />
      <div className={classes.preview} aria-busy={preview.isFetching}>
        {layers.length === 0 ? (
          <p className={classes.waiting}>Add a layer with at least one person to see who would be on call.</p>
        ) : null}
        {preview.error ? (
          <p className={classes.problem} role="alert">
            {preview.error.message}
          </p>
        ) : null}
        {found && !preview.error ? (
          <>
            {narrow ? (
              <ShiftList shifts={shiftsIn(found.final, window)} timezone={timezone} colorOf={colorOf} />
            ) : (
              <Timeline
                timeline={found}
                span={span}
                timezone={timezone}
                layerNames={layers.map(({ name }) => name)}
                colorOf={colorOf}
              />
            )}
            <GapWarning gaps={gapsAhead(shiftsIn(found.final, window), now)} timezone={timezone} />
          </>
        ) : null}
        {isReady(settled) || layers.length === 0 ? null : (
          <p className={classes.waiting}>Layers that are not complete are left out.</p>
        )}
      </div>
    </Panel>
  );
}

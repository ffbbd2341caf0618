import { useMemo } from "react";
import { useCan } from "../../session/context.tsx";
import page from "../../ui/form-page.module.css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useRunbookChoices } from "../queries.ts";
import classes from "./builder.module.css";
import type { BuilderParts } from "./parts.ts";
import { SidePanel } from "./side-panel.tsx";

const Canvas = lazyPart(() => import("../canvas/canvas.tsx"), "Canvas", {
  waiting: () => <div className={classes.canvasWaits} role="status" aria-label="Loading the canvas" />,
});

/** The canvas with a panel for what is selected. */
export function CanvasForm(parts: BuilderParts) {
  const hasRunbooks = parts.draft.steps.some(({ type }) => type === "runbook");
  const choices = useRunbookChoices(useCan()("runbooks:read") && hasRunbooks).data?.items;
  const runbooks = useMemo(() => new Map(choices?.map(({ id, name }) => [id, name])), [choices]);
  return (
    <div className={classes.split}>
      <Canvas {...parts} runbooks={runbooks} />
      <fieldset className={`${page.plain} ${classes.side}`} disabled={!parts.isEditable}>
        <SidePanel {...parts} />
      </fieldset>
    </div>
  );
}

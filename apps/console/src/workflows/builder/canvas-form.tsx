import page from "../../ui/form-page.module.css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import classes from "./builder.module.css";
import type { BuilderParts } from "./parts.ts";
import { SidePanel } from "./side-panel.tsx";

const Canvas = lazyPart(() => import("../canvas/canvas.tsx"), "Canvas", {
  waiting: () => <div className={classes.canvasWaits} role="status" aria-label="Loading the canvas" />,
});

/** The canvas with a panel for what is selected. */
export function CanvasForm(parts: BuilderParts) {
  return (
    <div className={classes.split}>
      <Canvas {...parts} />
      <fieldset className={`${page.plain} ${classes.side}`} disabled={!parts.isEditable}>
        <SidePanel {...parts} />
      </fieldset>
    </div>
  );
}

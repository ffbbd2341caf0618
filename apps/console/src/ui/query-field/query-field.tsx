import { lazyPart } from "../lazy-part.tsx";
import type { QueryFieldProps } from "./props.ts";
import classes from "./query-field.module.css";

/** A field for the log query language: colors, mistakes at their place, completion. Its editor is loaded on demand. */
export const QueryField = lazyPart<"QueryEditor", QueryFieldProps>(load, "QueryEditor", {
  waiting: ({ value, placeholder }) => (
    <div>
      <div className={classes.field}>
        <div className={classes.waiting} data-empty={value === ""}>
          {value || placeholder}
        </div>
      </div>
      <p className={classes.problem} />
    </div>
  ),
});

const patienceMs = 1_000;

/** The editor is large. It loads once the browser has nothing else to do, so that the data of the page comes first. */
async function load() {
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: patienceMs });
    else setTimeout(resolve, patienceMs / 4);
  });
  return import("./query-editor.tsx");
}

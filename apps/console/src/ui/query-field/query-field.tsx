import { lazyPart } from "../lazy-part.tsx";
import type { QueryFieldProps } from "./props.ts";
import classes from "./query-field.module.css";

/** A field for the log query language: colors, mistakes at their place, completion. Its editor is loaded on demand. */
export const QueryField = lazyPart<"QueryEditor", QueryFieldProps>(() => import("./query-editor.tsx"), "QueryEditor", {
  waiting: ({ value }) => <div className={classes.field}>{value}</div>,
});

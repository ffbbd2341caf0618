import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { problemOf } from "@opsplane/query";
import { useEffect, useId, useRef } from "react";
import { queryExtensions } from "./extensions.ts";
import type { QueryFieldProps } from "./props.ts";
import classes from "./query-field.module.css";

export function QueryEditor(props: QueryFieldProps) {
  const { label, placeholder, value } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  const problemId = useId();
  const problem = problemOf(value);

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = new EditorView({
      parent: element,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: queryExtensions(() => latest.current, { label, placeholder: placeholder ?? "", problemId }),
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = undefined;
    };
  }, [label, placeholder, problemId]);

  useEffect(() => {
    const made = view.current;
    const written = made?.state.doc.toString();
    if (!made || written === value) return;
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: value },
      selection: { anchor: value.length },
    });
  }, [value]);

  return (
    <div>
      <div ref={box} className={classes.field} data-problem={problem !== undefined} />
      <p id={problemId} className={classes.problem} role="status">
        {problem?.message ?? ""}
      </p>
    </div>
  );
}

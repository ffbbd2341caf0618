import { insertNewline } from "@codemirror/commands";
import type { EditorView, KeyBinding } from "@codemirror/view";
import type { QueryFieldProps } from "./props.ts";

/** Enter runs, Shift+Enter breaks the line, Escape leaves the field, arrow up recalls when the field is empty. */
export function queryKeys(latest: () => QueryFieldProps): KeyBinding[] {
  return [
    {
      key: "Enter",
      run: (view) => {
        latest().onRun(textOf(view));
        return true;
      },
      shift: insertNewline,
    },
    {
      key: "Escape",
      run: (view) => {
        view.contentDOM.blur();
        return true;
      },
    },
    { key: "ArrowUp", run: (view) => recall(view, latest().recent ?? [], 1) },
    { key: "ArrowDown", run: (view) => recall(view, latest().recent ?? [], -1) },
  ];
}

/** Goes through the earlier queries, from an empty field or from one of them. */
function recall(view: EditorView, recent: readonly string[], step: 1 | -1): boolean {
  const written = textOf(view);
  const at = written === "" ? -1 : recent.indexOf(written);
  if (at === -1 && (written !== "" || step === -1)) return false;
  const next = at + step === -1 ? "" : recent[at + step];
  if (next === undefined) return false;
  view.dispatch({ changes: { from: 0, to: written.length, insert: next }, selection: { anchor: next.length } });
  return true;
}

function textOf(view: EditorView): string {
  return view.state.doc.toString();
}

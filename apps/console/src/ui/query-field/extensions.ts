import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { problemOf } from "@opsplane/query";
import { completeQuery } from "./complete.ts";
import { queryKeys } from "./keys.ts";
import { queryColors, queryLanguage } from "./language.ts";
import type { QueryFieldProps } from "./props.ts";

interface Names {
  label: string;
  placeholder: string;
  problemId: string;
}

/** The pause in typing before an error is marked. */
const lintDelayMs = 400;

/** `latest` returns the current props, because the editor is created once. */
export function queryExtensions(latest: () => QueryFieldProps, names: Names): Extension[] {
  return [
    history(),
    queryLanguage,
    syntaxHighlighting(queryColors),
    bracketMatching(),
    closeBrackets(),
    autocompletion({
      override: [(context) => completeQuery(context, latest().suggestions)],
      // After a field comes its value.
      activateOnCompletion: ({ type }) => type === "property",
      icons: false,
    }),
    linter((view) => diagnosticsOf(view.state.doc.toString()), { delay: lintDelayMs }),
    // Completion goes first: while its list is open, Enter and the arrows belong to it.
    keymap.of([...completionKeymap, ...queryKeys(latest), ...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
    placeholder(names.placeholder),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": names.label,
      "aria-describedby": names.problemId,
      spellcheck: "false",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest().onChange(update.state.doc.toString());
    }),
  ];
}

function diagnosticsOf(query: string): Diagnostic[] {
  const problem = problemOf(query);
  return problem ? [{ ...problem, severity: "error" }] : [];
}

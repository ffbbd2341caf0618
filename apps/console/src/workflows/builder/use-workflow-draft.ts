import { lintWorkflow } from "@opsplane/automation";
import type { Workflow } from "@opsplane/contract";
import { useMemo, useState } from "react";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { type Draft, draftOf } from "../draft/draft.ts";
import { emptyHistory, type History, redone, remember, undone } from "../draft/history.ts";
import { allProblems, type Problem } from "../draft/problems.ts";
import { useSaveWorkflow } from "../mutations.ts";

/** The draft of a workflow with undo, and with the problems of the linter and of the server. */
export function useWorkflowDraft(workflow: Workflow | undefined) {
  const save = useSaveWorkflow(workflow?.id);
  const edit = useRecordDraft(workflow, draftOf, save);
  const [history, setHistory] = useState<History<Draft>>(emptyHistory);
  const [tried, setTried] = useState(false);
  const { draft } = edit;
  const asked = JSON.stringify(draft);
  const own = useMemo(() => lintWorkflow(JSON.parse(asked)), [asked]);
  const refused = edit.error?.details;
  const problems = useMemo(
    () => [...(tried && draft.name.trim() === "" ? [nameless] : []), ...allProblems(own, refused ?? [])],
    [own, refused, tried, draft.name],
  );

  const set = (next: Draft) => {
    // The server's answer was about the draft before.
    if (edit.error) save.reset();
    edit.set(next);
  };
  const step = (move: typeof undone) => {
    const moved = move(history, draft);
    if (!moved) return;
    setHistory(moved.history);
    set(moved.state);
  };
  return {
    ...edit,
    problems,
    change: (next: Draft, topic?: string) => {
      if (next === draft) return;
      setHistory(remember(history, draft, topic));
      set(next);
    },
    undo: history.past.length > 0 ? () => step(undone) : undefined,
    redo: history.future.length > 0 ? () => step(redone) : undefined,
    /** Saves when nothing is wrong; otherwise returns the problems. */
    submit: (onSaved: (saved: Workflow) => void): readonly Problem[] => {
      setTried(true);
      const found = [...(draft.name.trim() === "" ? [nameless] : []), ...own].filter(({ level }) => level === "error");
      if (found.length > 0) return found;
      edit.save(workflow ? edit.changes : { ...draft, name: draft.name.trim() }, (saved) => {
        setTried(false);
        setHistory(emptyHistory);
        onSaved(saved);
      });
      return [];
    },
  };
}

const nameless: Problem = { level: "error", path: "name", message: "Enter a name." };

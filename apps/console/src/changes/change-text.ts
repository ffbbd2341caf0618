import type { Change } from "@opsplane/contract";
import { useTextEdit } from "../ui/text-edit.ts";
import { useUpdateChange } from "./mutations.ts";

export type ChangeTextField = "title" | "description" | "implementation_plan" | "rollback_plan" | "test_plan";

export function useChangeText(change: Change, field: ChangeTextField, onSaved: () => void) {
  const update = useUpdateChange(change);
  return useTextEdit(
    { of: "change", text: change[field], version: change.version },
    {
      pending: update.isPending,
      save: (text, onVersion, done) => update.mutate({ patch: { [field]: text }, onVersion }, done),
    },
    onSaved,
  );
}

import type { Change } from "@opsplane/contract";
import { useDraftPlace } from "../ui/draft.ts";
import { useTextEdit } from "../ui/text-edit.ts";
import { useUpdateChange } from "./mutations.ts";

export type ChangeTextField = "title" | "description" | "implementation_plan" | "rollback_plan" | "test_plan";

export function useChangeText(change: Change, field: ChangeTextField, onSaved: () => void) {
  const update = useUpdateChange(change);
  const place = useDraftPlace(`${field}:${change.id}`);
  return useTextEdit(
    { of: "change", text: change[field], version: change.version, ...(field === "title" ? {} : { place }) },
    {
      pending: update.isPending,
      save: (text, onVersion, done) => update.mutate({ patch: { [field]: text }, onVersion }, done),
    },
    onSaved,
  );
}

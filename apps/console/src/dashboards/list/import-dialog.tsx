import { FileInput, Textarea } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormProblems } from "../form-problems.tsx";
import { useImportDashboard } from "../queries.ts";
import { readExport } from "./read-export.ts";

/** Creates a dashboard from an exported file, and says what is wrong with one that cannot be used. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const load = useImportDashboard();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const read = readExport(text, new Date());
  const submit = () => {
    setTried(true);
    if (!read.dashboard) return;
    load.mutate(read.dashboard, {
      onSuccess: ({ id }) => void navigate({ to: "/reports/dashboards/$id", params: { id } }),
    });
  };
  const take = async (file: File | null) => {
    setTried(false);
    setText(file ? await file.text() : "");
    if (file) setTried(true);
  };
  return (
    <FormDialog
      title="Import dashboard"
      submit="Import"
      size="lg"
      isDirty={text !== ""}
      pending={load.isPending}
      error={load.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <FileInput label="File" placeholder="Choose a JSON file" accept="application/json,.json" onChange={take} />
      <Textarea
        label="Or paste JSON"
        autosize
        minRows={6}
        maxRows={14}
        classNames={{ input: "mono" }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {tried ? <FormProblems problems={read.problems} /> : null}
    </FormDialog>
  );
}

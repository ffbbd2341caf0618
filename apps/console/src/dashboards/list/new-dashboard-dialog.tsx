import { TextInput, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormDialog } from "../../ui/form-dialog.tsx";
import classes from "../dashboards.module.css";
import { useCreateDashboard, useTemplates } from "../queries.ts";

const blank = { key: "", name: "Blank", description: "Choose the widgets yourself." };

/** A new dashboard: blank, or a ready-made one as a start. */
export function NewDashboardDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateDashboard();
  const templates = useTemplates(true);
  const [name, setName] = useState("");
  const [template, setTemplate] = useState("");
  const [tried, setTried] = useState(false);
  const needsName = template === "" && name.trim() === "";
  const submit = () => {
    setTried(true);
    if (needsName) return;
    const body = { ...(name.trim() ? { name: name.trim() } : {}), ...(template ? { template } : {}) };
    create.mutate(body, {
      onSuccess: ({ id }) =>
        void navigate({ to: "/reports/dashboards/$id", params: { id }, search: template ? {} : { edit: "1" } }),
    });
  };
  return (
    <FormDialog
      title="New dashboard"
      submit="Create"
      size="lg"
      isDirty={name !== "" || template !== ""}
      pending={create.isPending}
      error={create.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder={templates.data?.find(({ key }) => key === template)?.name ?? "Checkout health"}
        data-autofocus
        maxLength={200}
        error={tried && needsName ? "Enter a name" : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <div id="dashboard-start">Start from</div>
        <div className={classes.templates} role="radiogroup" aria-labelledby="dashboard-start">
          {[blank, ...(templates.data ?? [])].map((each) => (
            <UnstyledButton
              key={each.key}
              className={classes.template ?? ""}
              role="radio"
              aria-checked={template === each.key}
              onClick={() => setTemplate(each.key)}
            >
              <b>{each.name}</b>
              <span className="dim">{each.description}</span>
            </UnstyledButton>
          ))}
        </div>
      </div>
    </FormDialog>
  );
}

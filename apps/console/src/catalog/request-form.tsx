import { Button, Group, Input, SegmentedControl, Stack } from "@mantine/core";
import type { CatalogItem } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { PersonField } from "../directory/person-field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { useOnceKey } from "../ui/once-key.ts";
import { SchemaFields } from "../ui/schema-form/schema-fields.tsx";
import { useSchemaForm } from "../ui/schema-form/use-schema-form.ts";
import { useCreateRequest } from "./queries.ts";

/** Requests a catalog item. Problems appear beside their fields, before and after sending. */
export function RequestForm({ item }: { item: CatalogItem }) {
  const navigate = useNavigate();
  const create = useCreateRequest();
  const box = useRef<HTMLFormElement>(null);
  const [forOther, setForOther] = useState(false);
  const [whom, setWhom] = useState("");
  const key = useOnceKey();
  const form = useSchemaForm(item.form, box, create.error);
  const missingPerson = forOther && whom.trim() === "";

  const send = () => {
    const inputs = form.submit(missingPerson);
    if (!inputs) return;
    const fields = { catalog_item_id: item.id, inputs, ...(forOther ? { requested_by: whom.trim() } : {}) };
    create.mutate(
      { fields, key },
      { onSuccess: ({ reference }) => void navigate({ to: "/requests/$reference", params: { reference } }) },
    );
  };

  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <Input.Wrapper label="Requested for" labelElement="div">
          <div>
            <SegmentedControl
              size="sm"
              mt={4}
              aria-label="Requested for"
              data={[
                { value: "me", label: "Me" },
                { value: "other", label: "Someone else" },
              ]}
              value={forOther ? "other" : "me"}
              onChange={(value) => setForOther(value === "other")}
            />
          </div>
        </Input.Wrapper>
        {forOther ? (
          <PersonField
            label="Person"
            description="Choose a person or type a name"
            withAsterisk
            error={form.tried && missingPerson ? "Choose who this is for." : undefined}
            value={whom}
            onChange={setWhom}
          />
        ) : null}
        <SchemaFields form={item.form} inputs={form.inputs} problems={form.problems} onChange={form.setInputs} />
        <FormProblem error={form.error} />
        <Group justify="flex-end" gap="sm">
          <Button size="sm" type="submit" loading={create.isPending}>
            Submit request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

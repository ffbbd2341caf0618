import { Button, Group, Input, SegmentedControl, Stack } from "@mantine/core";
import { type CatalogItem, inputProblems } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { PersonField } from "../directory/person-field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { useOnceKey } from "../ui/once-key.ts";
import { FormFields } from "./form-fields.tsx";
import { type FormInputs, filledIn, firstInputs, problemsByField } from "./form-inputs.ts";
import { useCreateRequest } from "./queries.ts";

/** Requests a catalog item. Problems appear beside their fields, before and after sending. */
export function RequestForm({ item }: { item: CatalogItem }) {
  const navigate = useNavigate();
  const create = useCreateRequest();
  const box = useRef<HTMLFormElement>(null);
  const [inputs, setInputs] = useState<FormInputs>(() => firstInputs(item.form));
  const [forOther, setForOther] = useState(false);
  const [whom, setWhom] = useState("");
  const [tried, setTried] = useState(false);
  const key = useOnceKey();

  const ownProblems = inputProblems(item.form, filledIn(inputs));
  const problems = {
    ...(create.error ? problemsByField(create.error.details) : {}),
    ...(tried ? problemsByField(ownProblems) : {}),
  };
  const nobody = forOther && whom.trim() === "";
  // Problems that no field shows appear at the end of the form.
  const rest = create.error && Object.keys(problemsByField(create.error.details)).length === 0 ? create.error : null;

  const send = () => {
    setTried(true);
    if (ownProblems.length > 0 || nobody) {
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-error=true]")?.focus(),
      );
      return;
    }
    const fields = {
      catalog_item_id: item.id,
      inputs: filledIn(inputs),
      ...(forOther ? { requested_by: whom.trim() } : {}),
    };
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
            error={tried && nobody ? "Choose who this is for." : undefined}
            value={whom}
            onChange={setWhom}
          />
        ) : null}
        <FormFields form={item.form} inputs={inputs} problems={problems} onChange={setInputs} />
        <FormProblem error={rest} />
        <Group justify="flex-end" gap="sm">
          <Button size="sm" type="submit" loading={create.isPending}>
            Submit request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

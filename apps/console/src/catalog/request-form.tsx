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

/** Asks for one thing of the catalog. What is wrong is said beside its field, before and after sending. */
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
  // Of the server's answer only what no field shows is told at the end.
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
        <Input.Wrapper label="For whom" labelElement="div">
          <div>
            <SegmentedControl
              size="sm"
              mt={4}
              aria-label="For whom"
              data={[
                { value: "me", label: "For myself" },
                { value: "other", label: "For somebody else" },
              ]}
              value={forOther ? "other" : "me"}
              onChange={(value) => setForOther(value === "other")}
            />
          </div>
        </Input.Wrapper>
        {forOther ? (
          <PersonField
            label="Who"
            description="Somebody of the directory, or a name"
            withAsterisk
            error={tried && nobody ? "Say for whom it is." : undefined}
            value={whom}
            onChange={setWhom}
          />
        ) : null}
        <FormFields form={item.form} inputs={inputs} problems={problems} onChange={setInputs} />
        <FormProblem error={rest} />
        <Group justify="flex-end" gap="sm">
          <Button size="sm" type="submit" loading={create.isPending}>
            Send the request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

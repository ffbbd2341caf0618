import { NumberInput, Select, TextInput } from "@mantine/core";
import { priceUnits, type UnitPrice } from "@opsplane/contract";
import { useState } from "react";
import { useClassChoice } from "../../cmdb/index.ts";
import { fieldProblem, problemElsewhere } from "../../ui/field-problem.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { RecordConflict } from "../../ui/record-conflict.tsx";
import { useRecordDraft } from "../../ui/record-draft.ts";
import { optionsOf } from "../../ui/words.ts";
import classes from "./costs.module.css";
import { draftOf, fieldsOf, type PriceDraft, problemsOf } from "./price-draft.ts";
import { useSavePrice } from "./queries.ts";
import { unitWords } from "./words.ts";

interface PriceDialogProps {
  /** Absent for a new one. */
  price: UnitPrice | undefined;
  /** That of the other prices, because costs are added up. */
  currency: string | undefined;
  onClose: () => void;
}

const ownFields = ["name", "unit", "price", "currency", "class", "tag", "environment"] as const;

export function PriceDialog({ price, currency, onClose }: PriceDialogProps) {
  const edit = useRecordDraft(price, (record) => draftOf(record, currency ?? "USD"), useSavePrice(price?.id));
  const [tried, setTried] = useState(false);
  const { draft, set } = edit;
  const problems = problemsOf(draft);
  const problemAt = (field: (typeof ownFields)[number]) =>
    (tried ? problems[field] : undefined) ?? fieldProblem(edit.error, field);
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length === 0) edit.save(fieldsOf(draft), onClose);
  };
  return (
    <FormDialog
      title={price ? `Edit ${price.name}` : "New unit price"}
      submit={price ? "Save" : "Add unit price"}
      isDirty={edit.isChanged}
      pending={edit.saving}
      error={problemElsewhere(edit.error, ownFields)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <RecordConflict {...edit.conflictFace} what="this price" />
      <TextInput
        label="Name"
        placeholder="Virtual machine"
        data-autofocus
        maxLength={200}
        error={problemAt("name")}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Unit"
        allowDeselect={false}
        data={optionsOf(priceUnits, unitWords)}
        error={problemAt("unit")}
        value={draft.unit}
        onChange={(chosen) => set({ unit: priceUnits.find((each) => each === chosen) ?? draft.unit })}
      />
      <div className={classes.pair}>
        <NumberInput
          label="Price"
          min={0}
          max={1_000_000}
          decimalScale={6}
          error={problemAt("price")}
          value={draft.price}
          onChange={(value) => set({ price: typeof value === "number" ? value : "" })}
        />
        <TextInput
          label="Currency"
          placeholder="EUR"
          maxLength={3}
          error={problemAt("currency")}
          value={draft.currency}
          onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
        />
      </div>
      {draft.unit === "item_hour" ? <Conditions draft={draft} problemAt={problemAt} onChange={set} /> : null}
    </FormDialog>
  );
}

interface ConditionsProps {
  draft: PriceDraft;
  problemAt: (field: "class" | "tag" | "environment") => string | undefined;
  onChange: (changes: Partial<PriceDraft>) => void;
}

/** Which items have the price. Empty conditions fit all. */
function Conditions({ draft, problemAt, onChange }: ConditionsProps) {
  const { suggestions, named, labelOf } = useClassChoice();
  const names = new Set([...suggestions.map(named), draft.class].filter(Boolean));
  return (
    <div className={classes.pair}>
      <Select
        label="Class"
        placeholder="Any"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear class" }}
        data={[...names].map((value) => ({ value, label: labelOf(value) }))}
        error={problemAt("class")}
        value={draft.class || null}
        onChange={(chosen) => onChange({ class: chosen ?? "" })}
      />
      <TextInput
        label="Environment"
        placeholder="Any"
        maxLength={100}
        error={problemAt("environment")}
        value={draft.environment}
        onChange={(event) => onChange({ environment: event.currentTarget.value })}
      />
      <TextInput
        label="Tag"
        placeholder="Any"
        maxLength={100}
        error={problemAt("tag")}
        value={draft.tag}
        onChange={(event) => onChange({ tag: event.currentTarget.value })}
      />
    </div>
  );
}

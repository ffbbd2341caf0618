import { Select, type SelectProps } from "@mantine/core";
import { useCan } from "../session/context.tsx";
import { useDefinitions } from "./queries.ts";
import { chainWords } from "./step-words.ts";

interface ChainSelectProps extends Pick<SelectProps, "label" | "size" | "aria-label" | "disabled"> {
  value: string | null;
  /** The meaning of an empty choice. */
  otherwise: string;
  onChange: (id: string | null) => void;
}

/** Chooses an approval chain and shows its steps. */
export function ChainSelect({ value, otherwise, onChange, ...select }: ChainSelectProps) {
  const mayRead = useCan()("workflows:read");
  const definitions = useDefinitions("", mayRead).data?.items ?? [];
  const chosen = definitions.find(({ id }) => id === value);
  const unknown = value !== null && !chosen ? [{ value, label: "Deleted approval chain" }] : [];
  return (
    <Select
      {...select}
      placeholder={otherwise}
      description={chosen ? chainWords(chosen.steps) : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      clearable
      clearButtonProps={{ "aria-label": `Clear: ${otherwise}`, tabIndex: -1 }}
      value={value}
      onChange={onChange}
      data={[...definitions.map(({ id, name }) => ({ value: id, label: name })), ...unknown]}
      nothingFoundMessage="No approval chains found"
      disabled={!mayRead || select.disabled === true}
    />
  );
}

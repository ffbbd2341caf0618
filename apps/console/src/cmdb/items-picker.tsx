import { Combobox, Pill, PillsInput, type PillsInputProps, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { isId } from "@opsplane/contract";
import { useEffect, useState } from "react";
import { useCan } from "../session/context.tsx";
import { useClassLabel } from "./classes.tsx";
import { ItemOption } from "./item-name.tsx";
import { useItemSearch, useItemsByIds } from "./queries.ts";

interface ItemsPickerProps extends Pick<PillsInputProps, "label" | "description" | "size" | "error"> {
  "aria-label"?: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  autoFocus?: boolean;
}

const maxItems = 200;

/** Chooses several configuration items by parts of their names. */
export function ItemsPicker({ value, onChange, autoFocus = false, ...input }: ItemsPickerProps) {
  const mayRead = useCan()("cmdb:read");
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const words = typed.trim();
  const [q] = useDebouncedValue(words, 150);
  const { data, isPlaceholderData } = useItemSearch(q, mayRead && combobox.dropdownOpened);
  const named = new Map(useItemsByIds(value, mayRead).data?.map((item) => [item.id, item]));
  const classLabel = useClassLabel();
  // Filters the previous answer until the new one arrives.
  const late = isPlaceholderData || q !== words;
  const found = (data?.items ?? []).filter(
    ({ id, name }) => !value.includes(id) && (!late || name.toLowerCase().includes(words.toLowerCase())),
  );
  // People without access to the CMDB can still enter an id.
  const offersTyped = !mayRead && isId(words) && !value.includes(words);
  const { selectFirstOption } = combobox;
  const shown = found.map(({ id }) => id).join() + words;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the first of what is shown
  useEffect(() => {
    if (words !== "") selectFirstOption();
  }, [shown]);

  const add = (id: string) => {
    if (value.length < maxItems) onChange([...value, id]);
    setTyped("");
    // The dropdown would cover the next field; typing opens it again.
    combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={add}
      // In a narrow column the dropdown would cut names.
      {...(input.size === "xs" ? { width: 300, position: "bottom-end" } : {})}
    >
      <Combobox.DropdownTarget>
        <PillsInput {...input} aria-label={undefined} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {value.map((id) => (
              <Pill
                key={id}
                withRemoveButton
                removeButtonProps={{ "aria-label": `Remove ${named.get(id)?.name ?? id}` }}
                onRemove={() => onChange(value.filter((other) => other !== id))}
              >
                {named.get(id)?.name ?? id}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={input["aria-label"]}
                autoFocus={autoFocus}
                placeholder={value.length > 0 ? "" : mayRead ? "Search by name" : "Enter an ID"}
                maxLength={100}
                value={typed}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  combobox.openDropdown();
                }}
                onKeyDown={(event) => {
                  if (event.key === "Backspace" && typed === "") onChange(value.slice(0, -1));
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!mayRead && !offersTyped}>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label="Configuration items">
          {found.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <ItemOption
                name={item.name}
                kind={item.class}
                about={[classLabel(item.class), item.environment].filter(Boolean).join(", ")}
              />
            </Combobox.Option>
          ))}
          {offersTyped ? <Combobox.Option value={words}>{words}</Combobox.Option> : null}
          {found.length === 0 && !offersTyped ? <Combobox.Empty>No CIs found</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

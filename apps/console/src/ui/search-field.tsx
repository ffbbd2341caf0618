import { Kbd, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useKeys } from "../keys/keys.tsx";

interface SearchFieldProps extends Pick<TextInputProps, "className" | "w" | "placeholder"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field whose text becomes part of the address. `/` focuses it, Esc clears and leaves it. */
export function SearchField({ label, value, onChange, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const settle = useDebouncedCallback(onChange, 250);
  // The address can change from outside, by a link or the back button.
  useEffect(() => setTyped(value), [value]);
  useKeys([{ keys: "/", label: "Search this list", group: "List", run: () => field.current?.select() }]);
  const type = (text: string) => {
    setTyped(text);
    settle(text.trim());
  };
  return (
    <TextInput
      {...input}
      ref={field}
      size="xs"
      type="search"
      aria-label={label}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed ? null : (
          <Kbd size="xs" visibleFrom="sm">
            /
          </Kbd>
        )
      }
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Enter") return;
        if (event.key === "Escape") type("");
        event.currentTarget.blur();
      }}
    />
  );
}

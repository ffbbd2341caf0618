import { Button, Menu } from "@mantine/core";
import { isFieldName } from "@opsplane/query";
import { IconColumns3 } from "@tabler/icons-react";
import { toggled } from "../ui/words.ts";
import type { LogSearch } from "./log-search.ts";

interface ColumnMenuProps {
  columns: readonly string[];
  facets: readonly { field: string }[];
  onChange: (change: Partial<LogSearch>) => void;
}

const always = ["service", "level"];

/** Chooses the fields that are shown as columns. */
export function ColumnMenu({ columns, facets, onChange }: ColumnMenuProps) {
  const fields = facets.map(({ field }) => field).filter((field) => isFieldName(field) && !always.includes(field));
  const offered = [...new Set([...columns, "host", "trace_id", ...fields])];
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} />}>
          Columns{columns.length > 0 ? ` (${columns.length})` : ""}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: "auto" }}>
        {offered.map((field) => (
          <Menu.CheckboxItem
            key={field}
            checked={columns.includes(field)}
            onChange={() => onChange({ columns: toggled(columns, field).join(",") || undefined })}
          >
            {field}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

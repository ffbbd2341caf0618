import { Button, Group, Stack } from "@mantine/core";
import type { WidgetQuery } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { Interval } from "../../time/range.ts";
import classes from "./kinds.module.css";
import { QueryFields } from "./query-fields.tsx";

interface QueriesFieldsProps {
  queries: readonly WidgetQuery[];
  max: number;
  interval: Interval;
  isOverTime: boolean;
  onChange: (queries: WidgetQuery[]) => void;
}

/** Several queries, each with its own fields. */
export function QueriesFields({ queries, max, interval, isOverTime, onChange }: QueriesFieldsProps) {
  return (
    <Stack gap="sm">
      {queries.map((query, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two queries can be the same
        <div key={index} className={classes.query}>
          <Group justify="space-between">
            <span className={classes.label}>Query {index + 1}</span>
            {queries.length > 1 ? (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={13} />}
                aria-label={`Remove query ${index + 1}`}
                onClick={() => onChange(queries.filter((_, at) => at !== index))}
              >
                Remove
              </Button>
            ) : null}
          </Group>
          <QueryFields
            {...{ query, interval, isOverTime }}
            named={`Query ${index + 1}`}
            onChange={(next) => onChange(queries.map((each, at) => (at === index ? next : each)))}
          />
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={queries.length >= max}
          onClick={() => onChange([...queries, { source: "metric" }])}
        >
          Add query
        </Button>
      </div>
    </Stack>
  );
}

import { ActionIcon, Button, CloseButton, CopyButton, Group, SegmentedControl, Tooltip } from "@mantine/core";
import type { LogRecord } from "@opsplane/contract";
import { isFieldName } from "@opsplane/query";
import { IconColumnInsertRight, IconFilter, IconFilterOff, IconTimeline } from "@tabler/icons-react";
import { useState } from "react";
import { absoluteTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Copy } from "../ui/trace-id.tsx";
import { columnsOf, type LogSearch } from "./log-search.ts";
import { narrowed } from "./query-edits.ts";
import { RecordContext } from "./record-context.tsx";
import { fieldGroups, type RecordField } from "./record-fields.ts";
import classes from "./record-panel.module.css";

interface RecordPanelProps {
  record: LogRecord;
  search: LogSearch;
  onChange: (change: Partial<LogSearch>) => void;
  onClose: () => void;
}

/** One record with all its fields, and the lines around it. */
export function RecordPanel({ record, search, onChange, onClose }: RecordPanelProps) {
  const { mode } = useClock();
  const [view, setView] = useState("fields");
  return (
    <aside className={classes.panel} aria-label="Log record">
      <div className={classes.head}>
        <span className={classes.level} data-level={record.level}>
          {record.level}
        </span>
        <time dateTime={record.timestamp}>{absoluteTime(record.timestamp, mode)}</time>
        <CloseButton aria-label="Close record" onClick={onClose} />
      </div>
      <pre className={classes.message}>{record.message}</pre>
      <Group gap={6} px={12} pb={8}>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: "fields", label: "Fields" },
            { value: "context", label: "Context" },
          ]}
          value={view}
          onChange={setView}
        />
        {record.trace_id ? (
          <ButtonLink
            to="/traces/$traceId"
            params={{ traceId: record.trace_id }}
            search={record.span_id ? { span: record.span_id } : {}}
            variant="default"
            leftSection={<IconTimeline size={14} />}
          >
            Open trace
          </ButtonLink>
        ) : null}
        <CopyButton value={JSON.stringify(record, null, 2)} timeout={1500}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy JSON"}
            </Button>
          )}
        </CopyButton>
      </Group>
      <div className={classes.body}>
        {view === "context" ? (
          <RecordContext record={record} onOpen={(id) => onChange({ record: id })} />
        ) : (
          fieldGroups(record).map(({ group, fields }) => (
            <section key={group} aria-label={group}>
              <h3 className={classes.group}>{group}</h3>
              <dl className={classes.fields}>
                {fields.map((field) => (
                  <FieldLine key={field.name} field={field} search={search} onChange={onChange} />
                ))}
              </dl>
            </section>
          ))
        )}
      </div>
    </aside>
  );
}

interface FieldLineProps extends Pick<RecordPanelProps, "search" | "onChange"> {
  field: RecordField;
}

function FieldLine({ field: { name, value }, search, onChange }: FieldLineProps) {
  const columns = columnsOf(search);
  const q = search.q ?? "";
  const isColumn = columns.includes(name) || name === "service" || name === "level";
  return (
    <div className={classes.field}>
      <dt title={name}>{name}</dt>
      <dd>
        <span className={classes.value}>{value}</span>
        {isFieldName(name) ? (
          <span className={classes.actions}>
            <FieldAction
              label={`Only ${name} ${value}`}
              tip="Only this"
              onClick={() => onChange({ q: narrowed(q, name, value) })}
            >
              <IconFilter size={13} />
            </FieldAction>
            <FieldAction
              label={`Not ${name} ${value}`}
              tip="Not this"
              onClick={() => onChange({ q: narrowed(q, name, value, true) })}
            >
              <IconFilterOff size={13} />
            </FieldAction>
            {isColumn ? null : (
              <FieldAction
                label={`Show ${name} as a column`}
                tip="Show as a column"
                onClick={() => onChange({ columns: [...columns, name].join(",") })}
              >
                <IconColumnInsertRight size={13} />
              </FieldAction>
            )}
            <Copy text={value} what={name} />
          </span>
        ) : null}
      </dd>
    </div>
  );
}

interface FieldActionProps {
  label: string;
  tip: string;
  onClick: () => void;
  children: React.ReactNode;
}

function FieldAction({ label, tip, onClick, children }: FieldActionProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon size="sm" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

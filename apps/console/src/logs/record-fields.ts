import type { LogRecord } from "@opsplane/contract";

export interface RecordField {
  name: string;
  value: string;
}

/** The value of a field, as the query language finds it. */
export function fieldText(record: LogRecord, field: string): string {
  if (field === "service" || field === "level" || field === "message") return record[field];
  if (field === "trace_id" || field === "span_id") return record[field] ?? "";
  if (field === "host") return hostOf(record);
  return record.attributes[field] ?? record.resource[field] ?? "";
}

function hostOf({ attributes, resource }: LogRecord): string {
  return resource["host.name"] ?? attributes["host.name"] ?? resource.host ?? attributes.host ?? "";
}

/** All fields of a record by group, each by name. */
export function fieldGroups(record: LogRecord): { group: string; fields: RecordField[] }[] {
  const own: RecordField[] = [
    { name: "level", value: record.level },
    { name: "service", value: record.service },
    ...(record.trace_id ? [{ name: "trace_id", value: record.trace_id }] : []),
    ...(record.span_id ? [{ name: "span_id", value: record.span_id }] : []),
  ];
  return [
    { group: "Record", fields: own },
    { group: "Attributes", fields: sorted(record.attributes) },
    { group: "Resource", fields: sorted(record.resource) },
  ].filter(({ fields }) => fields.length > 0);
}

function sorted(values: Record<string, string>): RecordField[] {
  return Object.entries(values)
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

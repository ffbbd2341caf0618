import type { Form, FormField } from "@opsplane/contract";
import type { ReactNode } from "react";
import { TimeText } from "../../time/time.tsx";
import classes from "./input-list.module.css";

/** The filled-in values, with the labels of their form. */
export function InputList({ form, inputs }: { form: Form; inputs: Record<string, unknown> }) {
  const fields = form.properties ?? {};
  const given = Object.entries(inputs).filter(([, value]) => value !== "" && value !== null);
  // In the order of the form; unknown values come last.
  const order = Object.keys(fields);
  given.sort(([one], [other]) => place(order, one) - place(order, other));
  if (given.length === 0) return <span className="dim">No additional details.</span>;
  return (
    <dl className={classes.inputs}>
      {given.map(([key, value]) => (
        <div key={key}>
          <dt>{fields[key]?.title || key}</dt>
          <dd>{worded(fields[key], value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function place(order: readonly string[], key: string): number {
  const index = order.indexOf(key);
  return index === -1 ? order.length : index;
}

function worded(field: FormField | undefined, value: unknown): ReactNode {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.join(", ") || <span className="dim">none</span>;
  if (field?.format === "date-time" && typeof value === "string") return <TimeText at={value} as="absolute" />;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

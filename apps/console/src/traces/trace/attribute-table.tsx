import { IconFilter } from "@tabler/icons-react";
import { PlainLink } from "../../ui/links.tsx";
import { withTerm } from "../search/filters.ts";
import { aroundTrace } from "./around.ts";
import classes from "./panel.module.css";
import type { Trace } from "./trace-view.tsx";

interface AttributeTableProps {
  label: string;
  attributes: Readonly<Record<string, string>>;
  trace: Trace;
}

/** Names and values, each with a link to the traces that have it too. */
export function AttributeTable({ label, attributes, trace }: AttributeTableProps) {
  const names = Object.keys(attributes).sort();
  return (
    <table className={classes.attributes} aria-label={label}>
      <tbody>
        {names.map((name) => {
          const value = attributes[name] ?? "";
          const term = withTerm({}, { source: "attribute", name, value });
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>
                <PlainLink
                  to="/traces"
                  search={{ ...term, ...aroundTrace(trace), scope: "all" }}
                  className={classes.find ?? ""}
                  aria-label={`Find traces with ${name} ${value}`}
                  title="Find traces with this"
                >
                  <IconFilter size={13} />
                </PlainLink>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

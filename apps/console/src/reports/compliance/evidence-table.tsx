import type { Control } from "@opsplane/contract";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { evidencePage, kindWords } from "./words.ts";

type Evidence = Control["evidence"][number];

/** The records that a control was judged by, violations first. */
export function EvidenceTable({ label, evidence }: { label: string; evidence: readonly Evidence[] }) {
  return (
    <div className={table.card}>
      <table className={table.table} aria-label={label}>
        <TableHead columns={[{ wide: "Kind" }, "Record", "Detail", { wide: "Time" }, "Result"]} />
        <tbody>
          {evidence.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record can be evidence twice
            <tr key={index}>
              <td className={table.wide}>{kindWords[each.kind] ?? each.kind.replaceAll("_", " ")}</td>
              <td>
                <Reference evidence={each} />
              </td>
              <td>{each.detail}</td>
              <td className={table.wide}>{each.at ? <TimeText at={each.at} as="absolute" /> : "–"}</td>
              <td>{each.violates ? <Tag tone="bad">violates</Tag> : <Tag tone="good">fine</Tag>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const needed = {
  "/changes/$reference": "itsm:read",
  "/requests/$reference": "itsm:read",
  "/settings/users": "admin:users",
  "/settings/api-keys": "admin:api_keys",
  "/settings/audit": "admin:audit",
} as const;

/** A link for people who can open the page of the record. */
function Reference({ evidence }: { evidence: Evidence }) {
  const can = useCan();
  const page = evidencePage(evidence);
  if (!page || !can(needed[page.to])) return <>{evidence.reference}</>;
  return "reference" in page ? (
    <TextLink to={page.to} params={{ reference: page.reference }}>
      <span className="mono">{evidence.reference}</span>
    </TextLink>
  ) : (
    <TextLink to={page.to}>{evidence.reference}</TextLink>
  );
}

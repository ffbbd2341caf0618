import { type Attestation, controls } from "@opsplane/contract";
import type { ReactNode } from "react";
import { TimeText, useClock } from "../../time/time.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useAttestations } from "./queries.ts";

/** What people have stated about controls that cannot be measured, the newest first. */
export function AttestationsPanel({ action }: { action: ReactNode }) {
  const list = useAttestations();
  return (
    <Panel title="Attestations" action={action}>
      <PagedFace
        list={list}
        empty={<span className="dim">Nobody has attested a control yet. An attestation is valid for 90 days.</span>}
      >
        {(items) => (
          <div className={table.card}>
            <table className={table.table} aria-label="Attestations">
              <TableHead columns={["Control", "Statement", { wide: "By" }, { wide: "Attested" }, "Valid until"]} />
              <tbody>
                {items.map((each) => (
                  <AttestationRow key={each.id} attestation={each} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedFace>
    </Panel>
  );
}

function AttestationRow({ attestation }: { attestation: Attestation }) {
  const { now } = useClock();
  const { control, statement, created_by, created_at, valid_until } = attestation;
  return (
    <tr>
      <td className={table.main}>{controls[control].name}</td>
      <td>{statement}</td>
      <td className={table.wide}>{created_by}</td>
      <td className={table.wide}>
        <TimeText at={created_at} as="date" />
      </td>
      <td>
        <TimeText at={valid_until} as="date" /> {Date.parse(valid_until) <= now ? <Tag>expired</Tag> : null}
      </td>
    </tr>
  );
}

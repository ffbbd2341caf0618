import type { Slo } from "@opsplane/contract";
import type { ReactNode } from "react";
import { TimeText } from "../time/time.tsx";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import page from "../ui/record-page.module.css";
import { percentText, typeWords } from "./words.ts";

export function SloFacts({ slo }: { slo: Slo }) {
  const { indicator, objective, window_days, status, ci_id, ci_name, group_name } = slo;
  return (
    <Panel title="Details">
      <dl className={page.facts}>
        <Fact name="Objective">{percentText(objective)}</Fact>
        <Fact name="Window">
          {window_days} {window_days === 1 ? "day" : "days"}, rolling
        </Fact>
        <Fact name="Indicator">{typeWords[indicator.type]}</Fact>
        {indicator.service ? (
          <Fact name="Service">
            <TextLink to="/services/$service" params={{ service: indicator.service }} inherit>
              {indicator.service}
            </TextLink>
          </Fact>
        ) : null}
        {ci_id && ci_name ? (
          <Fact name="CI">
            <TextLink to="/cmdb/$id" params={{ id: ci_id }} inherit>
              {ci_name}
            </TextLink>
          </Fact>
        ) : null}
        <Fact name="Team">{group_name ?? <span className="dim">None</span>}</Fact>
      </dl>
      <dl className={page.facts}>
        <Fact name="Measured">
          {status.catching_up ? <span>Catching up, until </span> : null}
          <TimeText at={status.measured_until} />
        </Fact>
        <Fact name="Data since">
          {status.data_since ? <TimeText at={status.data_since} /> : <span className="dim">No data yet</span>}
        </Fact>
      </dl>
      <dl className={page.facts}>
        <Fact name="Updated">
          <TimeText at={slo.updated_at} />
          <div className="dim">by {slo.updated_by}</div>
        </Fact>
        <Fact name="Created">
          <TimeText at={slo.created_at} />
          <div className="dim">by {slo.created_by}</div>
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

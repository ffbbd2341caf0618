import type { AlertPolicy } from "@opsplane/contract";
import type { ReactNode } from "react";
import { ItemLink, itemIdsIn, useItemsByIds } from "../../cmdb/index.ts";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import page from "../../ui/record-page.module.css";
import { LabelTags } from "../label-tags.tsx";
import { isNoTime, signalWords } from "./condition-words.ts";
import { groupsText, LastEvaluated } from "./policy-state.tsx";
import { useEscalationPolicies } from "./queries.ts";

const noDataWords = { keep: "Keeps its state", ok: "Counts as recovered", alert: "Alerts" };

export function PolicyFacts({ policy }: { policy: AlertPolicy }) {
  const { state, signal, interval, delay, keep_firing_for, no_data, labels, runbook_id, auto_resolve } = policy;
  return (
    <Panel title="Details">
      <dl className={page.facts}>
        <Fact name="Evaluated">
          <LastEvaluated policy={policy} />
          <div className="dim">
            every {interval}
            {isNoTime(delay) ? "" : `, ${delay} later`}
          </div>
        </Fact>
        <Fact name="Now">
          {groupsText(state.groups)}
          {state.duration_ms === null ? null : (
            <span className="dim"> in {state.duration_ms.toLocaleString("en")} ms</span>
          )}
        </Fact>
        <Fact name="Signal">{signalWords[signal]}</Fact>
        {policy.condition.slo_id ? (
          <Fact name="SLO">
            <TextLink to="/slos/$id" params={{ id: policy.condition.slo_id }} inherit>
              Open SLO
            </TextLink>
          </Fact>
        ) : null}
        {isNoTime(keep_firing_for) ? null : <Fact name="Recovers">after {keep_firing_for}</Fact>}
        <Fact name="Without data">{noDataWords[no_data]}</Fact>
      </dl>
      <dl className={page.facts}>
        <Fact name="Escalation">
          <Escalation id={policy.escalation_policy_id} />
        </Fact>
        {runbook_id ? (
          <Fact name="Runbook">
            <TextLink to="/runbooks/$id" params={{ id: runbook_id }} inherit>
              Open runbook
            </TextLink>
          </Fact>
        ) : null}
        <Fact name="Incident">{auto_resolve ? "Resolved automatically" : "Resolved by people"}</Fact>
        <Items ids={policy.ci_ids} />
        {Object.keys(labels).length > 0 ? (
          <Fact name="Labels">
            <LabelTags labels={labels} />
          </Fact>
        ) : null}
      </dl>
      <dl className={page.facts}>
        <Fact name="Updated">
          <TimeText at={policy.updated_at} />
          <div className="dim">by {policy.updated_by}</div>
        </Fact>
        <Fact name="Created">
          <TimeText at={policy.created_at} />
          <div className="dim">by {policy.created_by}</div>
        </Fact>
      </dl>
    </Panel>
  );
}

function Escalation({ id }: { id: string | null }) {
  const { data } = useEscalationPolicies();
  if (id === null) return "The default policy";
  return data?.items.find((policy) => policy.id === id)?.name ?? "Another policy";
}

function Items({ ids }: { ids: readonly string[] }) {
  const mayRead = useCan()("cmdb:read");
  const { data = [] } = useItemsByIds(itemIdsIn(ids), mayRead);
  if (ids.length === 0) return null;
  return (
    <Fact name="CIs">
      {data
        .filter(({ id }) => ids.includes(id))
        .map((item) => (
          <div key={item.id}>
            <ItemLink item={item} />
          </div>
        ))}
    </Fact>
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

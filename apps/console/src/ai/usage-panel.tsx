import type { AiUsage } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { QuotaBar } from "../ui/quota-bar.tsx";
import classes from "./ai.module.css";
import { useAiUsage } from "./queries.ts";

export function UsagePanel() {
  return (
    <Panel title="Credits this month">
      <QueryFace query={useAiUsage()}>{(usage) => <Usage usage={usage} />}</QueryFace>
    </Panel>
  );
}

function Usage({ usage }: { usage: AiUsage }) {
  const { credits_used: used, credits_limit: limit, provider_credits_used: byProvider, resets_at } = usage;
  const budget = usage.monthly_credit_budget;
  return (
    <>
      <p className={classes.figure}>
        <b>{used.toLocaleString("en")}</b>
        {limit === null ? " used · no limit" : ` of ${limit.toLocaleString("en")} used`}
        <span className="dim">
          {" "}
          · resets <TimeText at={resets_at} as="short" />
        </span>
      </p>
      {limit === null ? null : <QuotaBar used={used} limit={limit} label="Credits of this month" />}
      {budget === null ? null : (
        <>
          <p className={classes.figure}>
            <b>{byProvider.toLocaleString("en")}</b> of {budget.toLocaleString("en")} of the provider's budget used
          </p>
          <QuotaBar used={byProvider} limit={budget} label="Budget of the provider" />
        </>
      )}
      <p className={classes.note}>
        A question or a generated runbook costs one credit. A model costs one credit for each started 10,000 tokens.
      </p>
    </>
  );
}

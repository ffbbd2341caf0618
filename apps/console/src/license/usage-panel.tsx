import type { LicenseUsage } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { byteText } from "../ui/quantity.ts";
import { type Loadable, QueryFace } from "../ui/query-face.tsx";
import { QuotaBar } from "../ui/quota-bar.tsx";
import classes from "./license.module.css";
import { dayCount } from "./words.ts";

/** What is used of the limits of the plan. */
export function UsagePanel({ query }: { query: Loadable<LicenseUsage> }) {
  return (
    <Panel title="Usage and limits">
      <QueryFace query={query}>{(usage) => <Quotas usage={usage} />}</QueryFace>
    </Panel>
  );
}

const count = (value: number) => value.toLocaleString("en");
const gigabytes = (value: number) => byteText(value * 1e9);

function Quotas({ usage: { users, data_gb, ai_credits, retention_days } }: { usage: LicenseUsage }) {
  return (
    <div className={classes.quotas}>
      <Quota name="Active users" quota={users} write={count} />
      <Quota name="Telemetry received this month" quota={data_gb} write={gigabytes} />
      <Quota name="AI credits used this month" quota={ai_credits} write={count} />
      <div>
        <div className={classes.quotaName}>Retention of telemetry</div>
        <p className={classes.figure}>
          <b>{retention_days.limit === null ? "No limit" : `Up to ${dayCount(retention_days.limit)}`}</b>
        </p>
      </div>
    </div>
  );
}

interface QuotaProps {
  name: string;
  quota: LicenseUsage["users"];
  write: (value: number) => string;
}

function Quota({ name, quota: { used, limit, resets_at }, write }: QuotaProps) {
  return (
    <div>
      <div className={classes.quotaName}>{name}</div>
      <p className={classes.figure}>
        <b>{write(used)}</b>
        {limit === null ? " · no limit" : ` of ${write(limit)}`}
        {resets_at ? (
          <span className="dim">
            {" "}
            · resets <TimeText at={resets_at} as="short" />
          </span>
        ) : null}
      </p>
      {limit === null ? null : <QuotaBar used={used} limit={limit} label={name} />}
    </div>
  );
}

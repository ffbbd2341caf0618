import type { RunbookStats, RunbookStatus } from "@opsplane/contract";
import { IconShieldCheck, IconShieldX } from "@tabler/icons-react";
import { StatusMark } from "../ui/status-mark.tsx";
import classes from "./badges.module.css";
import { percentText, runbookLooks, successShare } from "./words.ts";

export function RunbookStatusText({ status }: { status: RunbookStatus }) {
  return <StatusMark look={runbookLooks[status]}>{runbookLooks[status].word}</StatusMark>;
}

/** Whether the verification was good. Nothing without verification. */
export function VerifiedMark({ verified }: { verified: boolean | null }) {
  if (verified === null) return null;
  const Icon = verified ? IconShieldCheck : IconShieldX;
  return (
    <span className={classes.verified} data-good={verified}>
      <Icon size={15} aria-hidden="true" />
      {verified ? "Verified" : "Not verified"}
    </span>
  );
}

/** A small bar with the share of executions that succeeded in the last 90 days. */
export function SuccessBar({ stats }: { stats: Pick<RunbookStats, "succeeded" | "failed"> & { executions?: number } }) {
  const share = successShare(stats);
  if (share === undefined)
    return <span className="dim">{stats.executions ? "None ended yet" : "Not executed yet"}</span>;
  const ended = stats.succeeded + stats.failed;
  return (
    <span className={classes.success} title={`${stats.succeeded} of ${ended} succeeded in the last 90 days`}>
      <span className={classes.bar} aria-hidden="true">
        <span
          style={{ width: `${share * 100}%` }}
          data-tone={share >= 0.9 ? "good" : share >= 0.5 ? "notice" : "bad"}
        />
      </span>
      {percentText(share)}
      <span className="dim">
        {stats.succeeded}/{ended}
      </span>
    </span>
  );
}

/** The share of verified executions whose signal was good. */
export function VerifiedShare({ stats }: { stats: Pick<RunbookStats, "verified" | "not_verified"> }) {
  const share = successShare({ succeeded: stats.verified, failed: stats.not_verified });
  return share === undefined ? <span className="dim">–</span> : percentText(share);
}

import type { LicenseStatus } from "@opsplane/contract";
import { useProfile } from "../session/context.tsx";
import { TimeText } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { Tag } from "../ui/tag.tsx";
import { Addons } from "./addons.tsx";
import { Fact, Facts } from "./facts.tsx";
import classes from "./license.module.css";
import { countdown, dayCount, licenseWords, modeWord, nextWords, sourceWords } from "./words.ts";

type License = NonNullable<LicenseStatus["license"]>;

/** The license of a self-hosted deployment, or that it has none. */
export function LicensePanel({ status }: { status: LicenseStatus }) {
  const { license } = status;
  return (
    <Panel title="License">{license ? <Details status={status} license={license} /> : <None status={status} />}</Panel>
  );
}

function None({ status: { tp_version } }: { status: LicenseStatus }) {
  const { plan_id, plan_name } = useProfile().tenant;
  return (
    <>
      <p className={classes.lead}>
        <Tag>No license</Tag> This deployment runs without a license.{" "}
        {plan_id === null ? "Everything is on." : `The plan ${plan_name} of your organization applies.`}
      </p>
      <Facts>
        <Fact name="Tenant Plane">Version {tp_version}</Fact>
      </Facts>
    </>
  );
}

function Details({ status, license }: { status: LicenseStatus; license: License }) {
  const { word, tone } = licenseWords[license.status];
  return (
    <>
      <p className={classes.lead}>
        <Tag tone={tone}>{word}</Tag> <Remaining license={license} />
      </p>
      <Facts>
        <Fact name="Plan">{license.plan_name ?? "—"}</Fact>
        <Fact name="Add-ons">
          <Addons ids={license.active_addons} />
        </Fact>
        <Fact name="Deployment">{modeWord(license.deployment_mode ?? status.deployment_mode)}</Fact>
        <Moment name="Issued" at={license.issued_at} />
        <Moment name={license.valid ? "Expires" : "Expired"} at={license.expires_at} />
        <Moment name={nextWords[license.status]} at={license.status_ends_at} />
        <Fact name="Key">
          {license.key_hint ? <code className="mono">{license.key_hint}…</code> : <span className="dim">—</span>}
        </Fact>
        <Fact name="Source">{license.source ? sourceWords[license.source] : "—"}</Fact>
        <Fact name="Last phone-home">
          <PhoneHome status={status} license={license} />
        </Fact>
        <Fact name="Offline mode">{status.offline_mode ? "On. Nothing is sent to the Control Plane." : "Off"}</Fact>
        <Fact name="Tenant Plane">Version {status.tp_version}</Fact>
      </Facts>
    </>
  );
}

/** The days until the license expires, or until what comes after that. */
function Remaining({ license: { problem, valid, days_remaining } }: { license: License }) {
  const { banner } = useProfile();
  if (problem !== null) return problem;
  if (valid) return days_remaining === null ? "The license is valid." : `${dayCount(days_remaining)} left.`;
  const next = banner && countdown(banner);
  return next ? `${next}.` : "The license has expired.";
}

function Moment({ name, at }: { name: string | undefined; at: string | null }) {
  if (name === undefined || at === null) return null;
  return (
    <Fact name={name}>
      <TimeText at={at} as="absolute" />
    </Fact>
  );
}

/** Only licenses for an own cloud are renewed by phone-home. */
function PhoneHome({ status, license }: { status: LicenseStatus; license: License }) {
  if (license.deployment_mode !== "byoc") return <span className="dim">Not used in this deployment</span>;
  return (
    <>
      {license.last_phone_home ? <TimeText at={license.last_phone_home} as="absolute" /> : "Never"}
      {license.phone_home_problem && !status.offline_mode ? (
        <div className={classes.problem}>The last attempt failed: {license.phone_home_problem}</div>
      ) : null}
    </>
  );
}

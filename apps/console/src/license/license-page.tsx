import { Stack } from "@mantine/core";
import type { LicenseStatus } from "@opsplane/contract";
import { SettingsPage } from "../settings/index.ts";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { InstallForm } from "./install-form.tsx";
import classes from "./license.module.css";
import { LicensePanel } from "./license-panel.tsx";
import { useInstallLicense, useLicenseStatus, useLicenseUsage } from "./queries.ts";
import { SubscriptionPanel } from "./subscription-panel.tsx";
import { UsagePanel } from "./usage-panel.tsx";

export function LicensePage() {
  return (
    <SettingsPage
      title="License & usage"
      intro="What this deployment can use, until when, and how much of it is used. An expired license never deletes data."
      needs="admin:license"
    >
      {() => <Overview />}
    </SettingsPage>
  );
}

function Overview() {
  // Asked beside the status, although it is shown below it.
  const usage = useLicenseUsage();
  return (
    <QueryFace query={useLicenseStatus()}>
      {(status) => (
        <Stack gap="lg">
          {isHosted(status) ? <SubscriptionPanel status={status} /> : <LicensePanel status={status} />}
          <Blocked blocked={status.blocked} />
          <UsagePanel query={usage} />
          {isHosted(status) ? null : <Install status={status} />}
        </Stack>
      )}
    </QueryFace>
  );
}

/** A hosted deployment follows a subscription, and takes no license. */
function isHosted({ deployment_mode: mode }: LicenseStatus): boolean {
  return mode === "shared_saas" || mode === "dedicated";
}

function Blocked({ blocked }: { blocked: readonly string[] }) {
  if (blocked.length === 0) return null;
  return (
    <Panel title="Blocked now">
      <ul className={classes.blocked}>
        {blocked.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Panel>
  );
}

function Install({ status: { license, cp_license_public_key_configured: canVerify } }: { status: LicenseStatus }) {
  const install = useInstallLicense();
  return (
    <Panel title={license ? "Install a new license" : "Install a license"}>
      {canVerify ? (
        <>
          <InstallForm onInstall={install} />
          <p className={classes.note}>
            A license takes effect at once. A license that is not valid here changes nothing.
          </p>
        </>
      ) : (
        <p className={classes.note}>
          Licenses cannot be verified yet. Set <code className="mono">CP_LICENSE_PUBLIC_KEY</code> to the public key of
          the Control Plane and restart the Tenant Plane. Then install a license here, or set{" "}
          <code className="mono">SERVICE_LICENSE_KEY</code> to it.
        </p>
      )}
    </Panel>
  );
}

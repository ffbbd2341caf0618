import { Button, Divider, Group, Text } from "@mantine/core";
import type { Me } from "@opsplane/contract";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { Block } from "../session/block.ts";
import { useSession } from "../session/context.tsx";
import { SignInFrame } from "../sign-in/index.ts";
import frame from "../ui/banner.module.css";
import { toastDone } from "../ui/toast.tsx";
import banner from "./banner.module.css";
import { InstallForm } from "./install-form.tsx";
import classes from "./license.module.css";

interface BlockedPageProps {
  block: Block;
  /** Absent when this person could not sign in. */
  user?: Me;
}

const titles: Record<Block["code"], string> = {
  LICENSE_LOCKED: "Opsplane is locked",
  LICENSE_INVALID: "No valid license",
  SUBSCRIPTION_SUSPENDED: "Subscription suspended",
};

/** Replaces every page while the license or the subscription blocks the service. */
export function BlockedPage({ block, user }: BlockedPageProps) {
  const session = useSession();
  const install = async (license: string) => {
    await session.installLicense(license);
    toastDone("License installed");
  };
  const installs = block.code !== "SUBSCRIPTION_SUSPENDED" && user?.permissions.includes("admin:license") === true;
  return (
    <div className={classes.page}>
      <div className={`${frame.banner} ${banner.banner}`} data-tone="bad" role="alert">
        <IconLock size={15} aria-hidden="true" />
        <span>{block.message}</span>
      </div>
      <SignInFrame title={titles[block.code]} lead={leadOf(block, installs)}>
        {installs ? <InstallForm onInstall={install} /> : null}
        {installs ? <Divider my="md" /> : null}
        <Exits user={user} />
      </SignInFrame>
    </div>
  );
}

function leadOf({ code }: Block, installs: boolean): string {
  if (code === "SUBSCRIPTION_SUSPENDED") return "Ask the person who manages the subscription of your organization.";
  return installs
    ? "Install a license to continue."
    : "Ask an administrator of your organization to sign in and install a license.";
}

const lookEveryMs = 60_000;

/** Tries again on request, and once a minute for a person with a session. Nothing else is sent. */
function Exits({ user }: { user: Me | undefined }) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState("");
  const hasSession = user !== undefined;
  useEffect(() => {
    if (!hasSession) return;
    const timer = setInterval(() => void session.recheck().catch(() => undefined), lookEveryMs);
    return () => clearInterval(timer);
  }, [session, hasSession]);

  const attempt = async (work: () => Promise<void>, failed: string) => {
    setBusy(true);
    setResult("");
    await work().catch(() => setResult(failed));
    setBusy(false);
  };
  return (
    <>
      <Group gap="sm">
        <Button
          size="sm"
          variant="default"
          loading={busy}
          onClick={() => attempt(session.recheck, "The service is still blocked.")}
        >
          Try again
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          onClick={() => attempt(session.logout, "Couldn't sign you out.")}
        >
          {user ? "Sign out" : "Sign in as someone else"}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt="sm" role="status">
        {result || (user ? `Signed in as ${user.email}.` : "")}
      </Text>
    </>
  );
}

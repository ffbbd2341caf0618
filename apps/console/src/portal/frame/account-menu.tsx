import { Menu, Text, UnstyledButton } from "@mantine/core";
import type { Profile } from "@opsplane/contract";
import { IconClock, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useSession } from "../../session/context.tsx";
import { useClock } from "../../time/time.tsx";
import { initialsOf } from "../../ui/initials.ts";
import { toastError } from "../../ui/toast.tsx";
import classes from "./shell.module.css";

export function AccountMenu({ profile: { user, tenant, version } }: { profile: Profile }) {
  const session = useSession();
  const navigate = useNavigate();
  const { mode, setMode } = useClock();
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account menu of ${user.name}`} style={{ borderRadius: 999 }}>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(user.name)}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: "6px 12px 8px" }}>
          <Text fw={600} size="sm" truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.role} · {tenant.name}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUserCircle size={15} />} onClick={() => void navigate({ to: "/profile" })}>
          Profile
        </Menu.Item>
        <Menu.Item leftSection={<IconClock size={15} />} onClick={() => setMode(mode === "utc" ? "local" : "utc")}>
          {mode === "utc" ? "Use local time" : "Use UTC"}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={15} />}
          onClick={() => void session.logout().catch((cause: unknown) => toastError(cause, "Couldn't sign you out"))}
        >
          Sign out
        </Menu.Item>
        <Text size="xs" c="dimmed" px={12} py={6}>
          Control Plane {version}
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import type { Profile } from "@opsplane/contract";
import { IconClock, IconLogout } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useSession } from "../session/context.tsx";
import { useClock } from "../time/time.tsx";
import { initialsOf } from "../ui/initials.ts";
import { schemes } from "../ui/scheme-menu.tsx";
import { toastError } from "../ui/toast.tsx";
import { visiblePages } from "./features.ts";
import classes from "./user-menu.module.css";

export function UserMenu({ profile }: { profile: Profile }) {
  const session = useSession();
  const navigate = useNavigate();
  const { mode, setMode } = useClock();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = schemes.find(({ value }) => value !== colorScheme && value !== "auto") ?? schemes[0];
  const { user } = profile;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account menu of ${user.name}`} style={{ borderRadius: 999 }}>
          <span className={classes.initials} data-initials={initialsOf(user.name)} aria-hidden="true" />
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
            {user.role} · {profile.tenant.name}
          </Text>
        </div>
        <Menu.Divider />
        {visiblePages(profile)
          .filter(({ group }) => group === "Account")
          .map(({ to, label, icon: PageIcon }) => (
            <Menu.Item key={to} leftSection={<PageIcon size={15} />} onClick={() => void navigate({ to })}>
              {label}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<IconClock size={15} />} onClick={() => setMode(mode === "utc" ? "local" : "utc")}>
          {mode === "utc" ? "Use local time" : "Use UTC"}
        </Menu.Item>
        {next ? (
          <Menu.Item leftSection={<next.icon size={15} />} onClick={() => setColorScheme(next.value)}>
            {next.label} theme
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={15} />}
          onClick={() => void session.logout().catch((cause: unknown) => toastError(cause, "Couldn't sign you out"))}
        >
          Sign out
        </Menu.Item>
        <Text size="xs" c="dimmed" px={12} py={6}>
          Opsplane {profile.version}
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
}

import type { MantineColorScheme } from "@mantine/core";
import { Button, Group, Input, SegmentedControl, Stack, TextInput, useMantineColorScheme } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useProfile } from "../../session/context.tsx";
import { PasswordForm } from "../../sign-in/index.ts";
import type { TimeMode } from "../../time/format.ts";
import { useClock } from "../../time/time.tsx";
import { toastDone } from "../../ui/toast.tsx";
import { SettingsPage } from "../settings-page.tsx";
import classes from "./profile.module.css";
import { useRename } from "./queries.ts";
import { Sessions } from "./sessions.tsx";

export function ProfilePage() {
  return (
    <SettingsPage title="Profile" intro="Your profile and preferences.">
      {() => (
        <>
          <Section title="Account">
            <Person />
          </Section>
          <Section title="Appearance">
            <Look />
          </Section>
          <Section title="Password">
            <PasswordForm
              currentLabel="Current password"
              submitLabel="Change password"
              onDone={() => toastDone("Password changed. Other sessions were signed out.")}
            />
          </Section>
          <section className={classes.section} aria-label="Sessions">
            <h2>Sessions</h2>
            <Sessions />
          </section>
        </>
      )}
    </SettingsPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

function Person() {
  const { user, tenant } = useProfile();
  const rename = useRename();
  const [name, setName] = useState(user.name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) rename.mutate(name.trim());
      }}
    >
      <Stack gap="md">
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            label="Name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="sm"
            loading={rename.isPending}
            disabled={!name.trim() || name.trim() === user.name}
          >
            Save
          </Button>
        </Group>
        <span>
          {user.email}{" "}
          <span className="dim">
            · {user.role} in {tenant.name}
          </span>
        </span>
      </Stack>
    </form>
  );
}

function Look() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { mode, setMode } = useClock();
  return (
    <Stack gap="md">
      <Input.Wrapper label="Theme">
        <SegmentedControl<MantineColorScheme>
          fullWidth
          aria-label="Theme"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: "dark", label: "Dark" },
            { value: "light", label: "Light" },
            { value: "auto", label: "System" },
          ]}
        />
      </Input.Wrapper>
      <Input.Wrapper label="Times">
        <SegmentedControl<TimeMode>
          fullWidth
          aria-label="Times"
          value={mode}
          onChange={setMode}
          data={[
            { value: "local", label: `Local (${Intl.DateTimeFormat().resolvedOptions().timeZone})` },
            { value: "utc", label: "UTC" },
          ]}
        />
      </Input.Wrapper>
    </Stack>
  );
}

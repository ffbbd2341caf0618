import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconDevices } from "@tabler/icons-react";
import { useState } from "react";
import { usePaged } from "../../api/paged.ts";
import { useProfile } from "../../session/context.tsx";
import { PasswordForm } from "../../sign-in/index.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toastDone } from "../../ui/toast.tsx";
import { useChange, usePortalApi } from "../api.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";

export function ProfilePage() {
  return (
    <PortalPage title="Profile">
      {() => (
        <>
          <Panel title="Account">
            <Person />
          </Panel>
          <Panel title="Password">
            <PasswordForm
              currentLabel="Current password"
              submitLabel="Change password"
              onDone={() => toastDone("Password changed. Other sessions were signed out.")}
            />
          </Panel>
          <Panel title="Sessions">
            <Sessions />
          </Panel>
        </>
      )}
    </PortalPage>
  );
}

function Person() {
  const { user, tenant } = useProfile();
  const [name, setName] = useState(user.name);
  const rename = useChange((api, body: { name: string }) => api.auth.updateMe({ body }), {
    done: () => "Name saved",
    failed: "Couldn't save your name",
  });
  const written = name.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (written) rename.mutate({ name: written });
      }}
    >
      <Stack gap="sm">
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            maw={360}
            label="Name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" loading={rename.isPending} disabled={!written || written === user.name}>
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

function Sessions() {
  const api = usePortalApi();
  const sessions = usePaged(["sessions"], (page, call) => api.auth.sessions({ query: page }, call));
  const end = useChange((portal, params: { id: string }) => portal.auth.endSession({ params }), {
    done: () => "Session ended",
    failed: "Couldn't end the session",
  });
  return (
    <PagedFace list={sessions} empty={<Face icon={<IconDevices size={20} />} title="No sessions" />}>
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Where",
              cell: ({ address, user_agent, current }) => (
                <TwoLines main={current ? `${address} (this one)` : address} sub={user_agent} />
              ),
            },
            { head: "Last active", cell: ({ updated_at }) => <TimeText at={updated_at} /> },
          ]}
          actions={({ id, address, current }) =>
            current ? null : (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`End the session from ${address}`}
                onClick={() => end.mutate({ id })}
              >
                End
              </Button>
            )
          }
        />
      )}
    </PagedFace>
  );
}

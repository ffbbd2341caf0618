import { Alert, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { AlertIntegration } from "@opsplane/contract";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../session/context.tsx";
import { TimeText } from "../time/time.tsx";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Crumbs } from "../ui/crumbs.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../ui/links.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import record from "../ui/record-page.module.css";
import { EventsTab } from "./events-tab.tsx";
import { type KeyedSource, useEnableSource, useRemoveSource, useRotateKey, useSource } from "./queries.ts";
import { SettingsTab } from "./settings-tab.tsx";
import { SourceKey } from "./source-key.tsx";
import { SourceSetup } from "./source-setup.tsx";
import { type SourceTab, SourceTabs, tabIn } from "./source-tabs.tsx";
import { SourceState } from "./sources-table.tsx";
import { typeWords } from "./words.ts";

const route = getRouteApi("/settings/alert-sources/$id");

export function SourcePage() {
  if (!useCan()("admin:integrations")) return <ForbiddenPage title="Alert source" needs="admin:integrations" />;
  return <SourceById />;
}

function SourceById() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const source = useSource(id);
  if (source.error && !source.data && (source.error.status === 404 || source.error.status === 422)) return <Missing />;
  return (
    <div className={record.page}>
      <QueryFace query={source}>{(found) => <Loaded key={found.id} source={found} tab={tabIn(tab)} />}</QueryFace>
    </div>
  );
}

function Loaded({ source, tab }: { source: AlertIntegration; tab: SourceTab }) {
  const [keyed, setKeyed] = useState<KeyedSource>();
  const { name, type, last_event_at, last_error, open_alerts } = source;
  return (
    <article aria-label={name}>
      <Crumbs
        parent={
          <TextLink to="/settings/alert-sources" search={{}} size="sm" c="dimmed">
            Alert sources
          </TextLink>
        }
      >
        <span>{typeWords[type]}</span>
      </Crumbs>
      <PageHeader title={name} actions={<Actions source={source} onRotated={setKeyed} />} />
      <div className={record.state} style={{ marginBottom: 14 }}>
        <SourceState source={source} />
        <span className="dim">
          {last_event_at ? (
            <>
              Last event <TimeText at={last_event_at} />
            </>
          ) : (
            "No events yet"
          )}
        </span>
        <span className="dim">
          {open_alerts} open {open_alerts === 1 ? "alert" : "alerts"}
        </span>
      </div>
      {last_error === null ? null : (
        <Alert color="red" variant="light" p="xs" mb="md" title="The last request was refused">
          {last_error}
        </Alert>
      )}
      <SourceTabs id={source.id} tab={tab} />
      {tab === "events" ? <EventsTab source={source} /> : null}
      {tab === "settings" ? <SettingsTab source={source} /> : null}
      {tab === "setup" ? <Setup source={source} /> : null}
      <SourceKey source={keyed} onClose={() => setKeyed(undefined)} />
    </article>
  );
}

function Setup({ source }: { source: AlertIntegration }) {
  return (
    <>
      <p className="dim" style={{ marginTop: 0 }}>
        The key starts with <span className="mono">{source.key_hint}</span>. If you no longer have it, rotate it.
      </p>
      <SourceSetup source={source} credential="YOUR_KEY" />
    </>
  );
}

interface ActionsProps {
  source: AlertIntegration;
  onRotated: (source: KeyedSource) => void;
}

function Actions({ source, onRotated }: ActionsProps) {
  const enable = useEnableSource(source.id);
  const rotate = useRotateKey(source.id);
  const remove = useRemoveSource();
  const navigate = route.useNavigate();
  const [rotating, rotation] = useDisclosure(false);
  const [deleting, deletion] = useDisclosure(false);
  const leave = () => void navigate({ to: "/settings/alert-sources", search: {} });
  return (
    <Group gap="xs">
      <Button variant="default" loading={enable.isPending} onClick={() => enable.mutate(!source.enabled)}>
        {source.enabled ? "Disable" : "Enable"}
      </Button>
      <Button variant="default" loading={rotate.isPending} onClick={rotation.open}>
        Rotate key
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={deletion.open}>
        Delete
      </Button>
      <AskDialog
        opened={rotating}
        title="Rotate key?"
        confirm="Rotate key"
        onClose={rotation.close}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: onRotated })}
      >
        The current key stops working at once. The new key is shown once.
      </AskDialog>
      <AskDialog
        opened={deleting}
        title={`Delete ${source.name}?`}
        confirm="Delete"
        onClose={deletion.close}
        onConfirm={() => remove.mutate(source.id, { onSuccess: leave })}
      >
        Its key stops working, its open alerts are resolved and its events are deleted. This can't be undone.
      </AskDialog>
    </Group>
  );
}

function Missing() {
  return (
    <NotFound title="Alert source not found">
      <ButtonLink to="/settings/alert-sources" search={{}} variant="default">
        All alert sources
      </ButtonLink>
    </NotFound>
  );
}

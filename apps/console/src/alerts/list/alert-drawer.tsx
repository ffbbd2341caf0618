import { Anchor, Button, Drawer, Group } from "@mantine/core";
import type { Alert } from "@opsplane/contract";
import { IconBellOff, IconCheck, IconExternalLink } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useChange } from "../../changes/index.ts";
import { ItemLink, itemIdsIn, useItemsByIds } from "../../cmdb/index.ts";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import facts from "../../ui/record-page.module.css";
import { AlertIncident } from "../alert-incident.tsx";
import { AlertSource } from "../alert-source.tsx";
import { AlertMarks, AlertStatusText } from "../alert-status.tsx";
import { lasted } from "../alert-times.tsx";
import classes from "../alerts.module.css";
import { LabelTags } from "../label-tags.tsx";
import { MutedBy } from "../muted-by.tsx";
import { valueText } from "../policies/condition-words.ts";
import { useAlert, useResolveAlert } from "../queries.ts";
import { silenceOf, useNewSilence } from "../silences/new-silence.ts";

/** Everything about an alert, beside the list. */
export function AlertDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const alert = useAlert(id);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
      title={alert.data?.name ?? "Alert"}
    >
      <QueryFace query={alert}>{(loaded) => <AlertDetails alert={loaded} />}</QueryFace>
    </Drawer>
  );
}

function AlertDetails({ alert }: { alert: Alert }) {
  const { severity, status, summary, description, labels } = alert;
  return (
    <div className={classes.drawer}>
      <div className={classes.drawerState}>
        <SeverityBadge severity={severity} />
        <AlertStatusText status={status} />
        <AlertMarks alert={{ ...alert, status: "firing" }} />
      </div>
      <p>{summary}</p>
      <Actions alert={alert} />
      <dl className={facts.facts}>
        <Times alert={alert} />
        <Links alert={alert} />
      </dl>
      {Object.keys(labels).length > 0 ? (
        <section>
          <h3>Labels</h3>
          <LabelTags labels={labels} />
        </section>
      ) : null}
      {description.trim() ? (
        <section>
          <h3>Description</h3>
          <Markdown source={description} />
        </section>
      ) : null}
    </div>
  );
}

function Actions({ alert }: { alert: Alert }) {
  const mayWrite = useCan()("alerts:write");
  const silence = useNewSilence();
  const resolve = useResolveAlert();
  const [asked, setAsked] = useState(false);
  const { id, name, status, url, integration_id, policy_id, muted } = alert;
  const isOpen = status !== "resolved";
  return (
    <Group gap="xs">
      {mayWrite && isOpen && !muted ? (
        <Button leftSection={<IconBellOff size={15} />} onClick={() => silence(silenceOf(alert))}>
          Silence this alert
        </Button>
      ) : null}
      {mayWrite && isOpen && integration_id !== null && policy_id === null ? (
        <Button
          variant="default"
          leftSection={<IconCheck size={15} />}
          loading={resolve.isPending}
          onClick={() => setAsked(true)}
        >
          Resolve
        </Button>
      ) : null}
      {url && /^https?:/.test(url) ? (
        <Button
          component="a"
          variant="default"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={15} />}
        >
          Open at sender
        </Button>
      ) : null}
      <AskDialog
        opened={asked}
        title={`Resolve ${name}?`}
        confirm="Resolve"
        onClose={() => setAsked(false)}
        onConfirm={() => resolve.mutate(id)}
      >
        Use this when the sender does not report the recovery. If it still fires there, a new alert arrives.
      </AskDialog>
    </Group>
  );
}

function Times({ alert }: { alert: Alert }) {
  const { value, started_at, fired_at, resolved_at, last_seen_at, fired_count } = alert;
  return (
    <>
      {value === null ? null : <Fact name="Value">{valueText(value)}</Fact>}
      {fired_at ? (
        <Fact name="Fired">
          <TimeText at={fired_at} as="absolute" />{" "}
          <span className="dim">{fired_count > 1 ? `${fired_count} times` : ""}</span>
        </Fact>
      ) : null}
      <Fact name="Started">
        <TimeText at={started_at} as="absolute" />
      </Fact>
      {resolved_at ? (
        <Fact name="Resolved">
          <TimeText at={resolved_at} as="absolute" /> <span className="dim">after {lasted(alert)}</span>
        </Fact>
      ) : (
        <Fact name="Last seen">
          <TimeText at={last_seen_at} />
        </Fact>
      )}
    </>
  );
}

function Links({ alert }: { alert: Alert }) {
  const { incident, muted, url, policy_id, change_id, ci_ids } = alert;
  return (
    <>
      {muted ? (
        <Fact name="Muted by">
          <MutedBy muted={muted} />
        </Fact>
      ) : null}
      <Fact name="Incident">
        {incident ? <AlertIncident incident={incident} /> : <span className="dim">None</span>}
      </Fact>
      {change_id ? <ChangeFact id={change_id} /> : null}
      <Fact name={policy_id === null ? "Integration" : "Policy"}>
        <AlertSource alert={alert} />
      </Fact>
      <Items ids={ci_ids} />
      {url ? <Fact name="Sender">{/^https?:/.test(url) ? <Anchor href={url}>{url}</Anchor> : url}</Fact> : null}
    </>
  );
}

function ChangeFact({ id }: { id: string }) {
  const mayRead = useCan()("itsm:read");
  const { data } = useChange(id, mayRead);
  if (!data) return null;
  const { reference, title } = data;
  return (
    <Fact name="Change">
      <TextLink to="/changes/$reference" params={{ reference }} inherit>
        {reference}
      </TextLink>{" "}
      {title}
    </Fact>
  );
}

function Items({ ids }: { ids: readonly string[] }) {
  const mayRead = useCan()("cmdb:read");
  const { data = [] } = useItemsByIds(itemIdsIn(ids), mayRead);
  const shown = data.filter(({ id }) => ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <Fact name="CIs">
      {shown.map((item) => (
        <div key={item.id}>
          <ItemLink item={item} />
        </div>
      ))}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

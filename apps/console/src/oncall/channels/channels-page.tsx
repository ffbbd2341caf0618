import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useCan, useProfile } from "../../session/context.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { OnCallFrame } from "../on-call-frame.tsx";
import { useMine } from "../paging/queries.ts";
import { ThisBrowserPanel } from "../ring/this-browser-panel.tsx";
import { ChannelDialog } from "./channel-dialog.tsx";
import { ChannelList } from "./channel-list.tsx";
import classes from "./channels.module.css";
import { DeliveriesDrawer } from "./deliveries-drawer.tsx";
import { type SavedChannel, useMyChannels, useSharedChannels } from "./queries.ts";

const route = getRouteApi("/oncall/channels");
const newMine = "mine";
const newShared = "shared";

export function ChannelsPage() {
  return (
    <OnCallFrame title="Channels" view="Channels">
      {() => <Channels />}
    </OnCallFrame>
  );
}

/** The address names what is open: `?edit=` a channel, `mine` or `shared` for a new one, `?deliveries=` those of a channel. */
function Channels() {
  const { edit, deliveries } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (search: { edit?: string; deliveries?: string }) => void navigate({ search });
  const mine = useMyChannels();
  const shared = useSharedChannels();
  const [signed, setSigned] = useState<SavedChannel>();
  const { user } = useProfile();
  const edited = [...(mine.data?.items ?? []), ...(shared.data?.items ?? [])].find(({ id }) => id === edit);
  const isNew = edit === newMine || edit === newShared;
  const shownLists = {
    onEdit: (id: string) => open({ edit: id }),
    onDeliveries: (id: string) => open({ deliveries: id }),
  };
  return (
    <div className={classes.page}>
      <ThisBrowserPanel mine={mine.data?.items ?? []} />
      <Panel title="My channels" action={<NewButton label="New channel" onClick={() => open({ edit: newMine })} />}>
        <p className={classes.intro}>How you are paged, in this order. Acknowledging cancels what was not sent yet.</p>
        <QueryFace
          query={mine}
          loading={<span className="dim">Loading…</span>}
          isEmpty={({ total }) => total === 0}
          empty={<NoChannel email={user.email} />}
        >
          {({ items }) => <ChannelList label="My channels" channels={items} isOrdered {...shownLists} />}
        </QueryFace>
      </Panel>
      <Panel
        title="Shared channels"
        action={<NewButton label="New shared channel" onClick={() => open({ edit: newShared })} />}
      >
        <p className={classes.intro}>Chats and tools of the organization, which escalation policies can page.</p>
        <QueryFace
          query={shared}
          loading={<span className="dim">Loading…</span>}
          isEmpty={({ total }) => total === 0}
          empty={<span className="dim">No shared channels yet.</span>}
        >
          {({ items }) => (
            <>
              <ChannelList label="Shared channels" channels={items} isOrdered={false} {...shownLists} />
              <MoreButton list={shared} />
            </>
          )}
        </QueryFace>
      </Panel>
      {isNew || edited ? (
        <ChannelDialog
          key={edit}
          channel={edited}
          owner={edit === newShared || edited?.user_id === null ? null : "me"}
          onClose={() => open({})}
          onSaved={setSigned}
        />
      ) : null}
      {deliveries ? <DeliveriesDrawer key={deliveries} id={deliveries} onClose={() => open({})} /> : null}
      <SecretOnce
        title={`Signing secret of ${signed?.name ?? ""}`}
        label="Signing secret"
        secret={signed?.secret ?? undefined}
        onClose={() => setSigned(undefined)}
      >
        The receiver uses it to verify that requests come from here.
      </SecretOnce>
    </div>
  );
}

function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return useCan()("oncall:write") ? (
    <Button size="compact-sm" variant="default" leftSection={<IconPlus size={13} />} onClick={onClick}>
      {label}
    </Button>
  ) : null;
}

function NoChannel({ email }: { email: string }) {
  const problem = useMine().data?.problem;
  return problem ? (
    <span className={classes.failed}>You have no channel, and no page can reach you by email. {problem}</span>
  ) : (
    <span className="dim">You have no channel, so pages are sent to {email}.</span>
  );
}

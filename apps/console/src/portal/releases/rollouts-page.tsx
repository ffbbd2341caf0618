import { Button, Checkbox, MultiSelect, SegmentedControl, Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  type ReleaseChannel,
  type RolloutState,
  releaseChannels,
  rolloutStates,
} from "@opsplane/contract/control-plane";
import { IconPlus, IconRocket } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { usePaged } from "../../api/paged.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { optionsOf } from "../../ui/words.ts";
import { useChange, usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { useDeployments } from "../deployments/queries.ts";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { channelWords, rolloutTones, rolloutWords } from "../words.ts";
import { progressText } from "./progress-text.ts";

const route = getRouteApi("/rollouts");
const refreshMs = 5_000;

export function RolloutsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const [creating, { open, close }] = useDisclosure(false);
  const state = knownIn(rolloutStates, search.state);
  return (
    <PortalPage
      title="Rollouts"
      intro="Upgrades of hosted deployments, one deployment after the other."
      needs="rollouts:read"
      actions={
        can("rollouts:write") ? (
          <Button leftSection={<IconPlus size={15} />} onClick={open}>
            New rollout
          </Button>
        ) : null
      }
      toolbar={
        <ChoiceFilter
          label="State"
          known={rolloutStates}
          words={rolloutWords}
          chosen={state}
          onChange={(next) => void navigate({ search: next ? { state: next } : {}, replace: true })}
        />
      }
    >
      {() => (
        <>
          <RolloutList state={state} />
          {creating ? <NewRolloutDialog onClose={close} /> : null}
        </>
      )}
    </PortalPage>
  );
}

function RolloutList({ state }: { state: RolloutState | undefined }) {
  const api = usePortalApi();
  const rollouts = usePaged(
    ["rollouts", state],
    (page, call) => api.rollouts.list({ query: { ...(state ? { state } : {}), ...page } }, call),
    true,
    refreshMs,
  );
  return (
    <PagedFace
      list={rollouts}
      empty={
        <Face icon={<IconRocket size={20} />} title={state ? "No matching rollouts" : "No rollouts yet"}>
          Start one when a release is published.
        </Face>
      }
    >
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Release",
              cell: ({ id, release_version, created_by }) => (
                <TwoLines
                  main={
                    <TextLink to="/rollouts/$id" params={{ id }}>
                      {release_version}
                    </TextLink>
                  }
                  sub={created_by}
                />
              ),
            },
            {
              head: "State",
              cell: (rollout) => <Tag tone={rolloutTones[rollout.state]}>{rolloutWords[rollout.state]}</Tag>,
            },
            { head: "Deployments", cell: ({ counts }) => progressText(counts) },
            { head: "Started", wide: true, cell: ({ created_at }) => <TimeText at={created_at} /> },
          ]}
        />
      )}
    </PagedFace>
  );
}

interface Draft {
  release: string | null;
  by: "channel" | "deployments";
  channel: ReleaseChannel;
  deployments: string[];
  stopOnFailure: boolean;
}

function NewRolloutDialog({ onClose }: { onClose: () => void }) {
  const api = usePortalApi();
  const navigate = useNavigate();
  const releases = usePaged(["releases", undefined], (page, call) => api.releases.list({ query: page }, call));
  const deployments = useDeployments({});
  const [draft, setDraft] = useState<Draft>({
    release: null,
    by: "channel",
    channel: "stable",
    deployments: [],
    stopOnFailure: true,
  });
  const [missing, setMissing] = useState<string>();
  const set = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const create = useChange((portal, given: Draft & { release: string }) =>
    portal.rollouts.create({
      body: {
        release_version: given.release,
        stop_on_failure: given.stopOnFailure,
        ...(given.by === "channel" ? { channel: given.channel } : { deployment_ids: given.deployments }),
      },
    }),
  );
  const submit = () => {
    const { release } = draft;
    if (release === null) return setMissing("Choose a release.");
    create.mutate(
      { ...draft, release },
      { onSuccess: ({ id }) => void navigate({ to: "/rollouts/$id", params: { id } }) },
    );
  };
  return (
    <FormDialog
      title="New rollout"
      submit="Start rollout"
      isDirty={draft.release !== null}
      pending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Select
        label="Release"
        searchable
        data={(releases.data?.items ?? []).filter(({ yanked_at }) => !yanked_at).map(({ version }) => version)}
        value={draft.release}
        error={draft.release === null ? missing : null}
        onChange={(release) => set({ release })}
      />
      <SegmentedControl<Draft["by"]>
        aria-label="Deployments to upgrade"
        value={draft.by}
        onChange={(by) => set({ by })}
        data={[
          { value: "channel", label: "All of a channel" },
          { value: "deployments", label: "Chosen deployments" },
        ]}
      />
      {draft.by === "channel" ? (
        <Select
          label="Channel"
          allowDeselect={false}
          data={optionsOf(releaseChannels, channelWords)}
          value={draft.channel}
          onChange={(channel) => set({ channel: knownIn(releaseChannels, channel ?? undefined) ?? draft.channel })}
        />
      ) : (
        <MultiSelect
          label="Deployments, in the order to upgrade"
          searchable
          data={(deployments.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.deployments}
          onChange={(ids) => set({ deployments: ids })}
        />
      )}
      <Checkbox
        label="Pause after a failure"
        checked={draft.stopOnFailure}
        onChange={(event) => set({ stopOnFailure: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

import { Checkbox, MultiSelect, SegmentedControl, Select } from "@mantine/core";
import { type ReleaseChannel, releaseChannels } from "@opsplane/contract/control-plane";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { usePaged } from "../../api/paged.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { optionsOf } from "../../ui/words.ts";
import { useChange, usePortalApi } from "../api.tsx";
import { useDeployments } from "../deployments/queries.ts";
import { knownIn } from "../frame/choice-filter.tsx";
import { channelWords } from "../words.ts";

interface Draft {
  release: string | null;
  by: "channel" | "deployments";
  channel: ReleaseChannel;
  deployments: string[];
  stopOnFailure: boolean;
}

/** Starts an upgrade of hosted deployments. */
export function NewRolloutDialog({ onClose }: { onClose: () => void }) {
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

import { Button } from "@mantine/core";
import type { RolloutTarget, RolloutWithTargets } from "@opsplane/contract/control-plane";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { TimeText } from "../../time/time.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useChange, usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";
import { Facts } from "../frame/facts.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { RecordFace } from "../frame/record-face.tsx";
import { rolloutTones, rolloutWords, targetTones, targetWords } from "../words.ts";
import { progressText, versionText } from "./progress-text.ts";

const route = getRouteApi("/rollouts/$id");
const pollMs = 3_000;

export function RolloutPage() {
  const { id } = route.useParams();
  const api = usePortalApi();
  const rollout = useQuery({
    queryKey: ["rollouts", "one", id],
    queryFn: ({ signal }) => api.rollouts.get({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : pollMs),
  });
  return (
    <PortalPage
      title={rollout.data ? `Rollout of ${rollout.data.release_version}` : "Rollout"}
      needs="rollouts:read"
      crumb={<TextLink to="/rollouts">Rollouts</TextLink>}
      actions={rollout.data ? <Actions rollout={rollout.data} /> : null}
    >
      {() => (
        <RecordFace
          query={rollout}
          missing="Rollout not found"
          list={<ButtonLink to="/rollouts">Show rollouts</ButtonLink>}
        >
          {(loaded) => <Body rollout={loaded} />}
        </RecordFace>
      )}
    </PortalPage>
  );
}

/** A rollout that ended has no actions, except that failed targets can be tried again. */
function Actions({ rollout: { id, state } }: { rollout: RolloutWithTargets }) {
  const can = useCan();
  const params = { id };
  const pause = useChange((api, _: undefined) => api.rollouts.pause({ params }), {
    failed: "Couldn't pause the rollout",
  });
  const resume = useChange((api, _: undefined) => api.rollouts.resume({ params }), {
    failed: "Couldn't resume the rollout",
  });
  const cancel = useChange((api, _: undefined) => api.rollouts.cancel({ params }), { done: () => "Rollout canceled" });
  if (!can("rollouts:write")) return null;
  return (
    <>
      {state === "running" ? (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(undefined)}>
          Pause
        </Button>
      ) : null}
      {state === "paused" ? (
        <Button loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
          Resume
        </Button>
      ) : null}
      {state === "running" || state === "paused" ? (
        <AskButton
          label="Cancel rollout"
          title="Cancel the rollout?"
          change={cancel}
          onConfirm={(_, close) => cancel.mutate(undefined, { onSuccess: close })}
        >
          Pending deployments are skipped. A running upgrade is watched to its end.
        </AskButton>
      ) : null}
    </>
  );
}

function Body({ rollout }: { rollout: RolloutWithTargets }) {
  const can = useCan();
  const { id, state, reason, counts, created_by, created_at, ended_at, stop_on_failure, targets } = rollout;
  return (
    <>
      <Panel title="Progress">
        <Facts
          of={{
            State: (
              <span role="status">
                <Tag tone={rolloutTones[state]}>{rolloutWords[state]}</Tag>
              </span>
            ),
            Reason: reason ?? undefined,
            Deployments: progressText(counts),
            "After a failure": stop_on_failure ? "pauses" : "continues",
            Started: (
              <>
                <TimeText at={created_at} as="absolute" /> by {created_by}
              </>
            ),
            Ended: ended_at ? <TimeText at={ended_at} as="absolute" /> : undefined,
          }}
        />
      </Panel>
      <DataTable
        rows={targets}
        keyOf={({ deployment_id }) => deployment_id}
        columns={[
          {
            head: "Deployment",
            cell: ({ deployment_name, has_hook }) => (
              <TwoLines main={deployment_name} sub={has_hook ? "upgraded by its hook" : "upgraded by an operator"} />
            ),
          },
          {
            head: "State",
            cell: (target) => <Tag tone={targetTones[target.state]}>{targetWords[target.state]}</Tag>,
          },
          {
            head: "Version",
            wide: true,
            cell: ({ from_version, reported_version }) => versionText(from_version, reported_version),
          },
          { head: "Reason", cell: (target) => target.reason ?? "" },
        ]}
        actions={can("rollouts:write") ? (target) => <RetryButton rolloutId={id} target={target} /> : undefined}
      />
    </>
  );
}

function RetryButton({ rolloutId, target }: { rolloutId: string; target: RolloutTarget }) {
  const retry = useChange(
    (api, deployment_id: string) => api.rollouts.retry({ params: { id: rolloutId, deployment_id } }),
    { failed: "Couldn't retry the deployment" },
  );
  if (target.state !== "failed" && target.state !== "skipped") return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Retry ${target.deployment_name}`}
      loading={retry.isPending}
      onClick={() => retry.mutate(target.deployment_id)}
    >
      Retry
    </Button>
  );
}

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type Release, releaseChannels } from "@opsplane/contract/control-plane";
import { IconPackage, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { usePaged } from "../../api/paged.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { onVersion, useChange, usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { AskButton } from "../frame/ask-button.tsx";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { Facts } from "../frame/facts.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { channelWords } from "../words.ts";
import { NewReleaseDialog } from "./new-release-dialog.tsx";

const route = getRouteApi("/releases");

export function ReleasesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const [creating, { open, close }] = useDisclosure(false);
  const channel = knownIn(releaseChannels, search.channel);
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  return (
    <PortalPage
      title="Releases"
      needs="rollouts:read"
      actions={
        can("releases:write") ? (
          <Button leftSection={<IconPlus size={15} />} onClick={open}>
            New release
          </Button>
        ) : null
      }
      toolbar={
        <ChoiceFilter
          label="Channel"
          known={releaseChannels}
          words={channelWords}
          chosen={channel}
          onChange={(next) => change({ channel: next })}
        />
      }
    >
      {() => (
        <>
          <ReleaseList channel={channel} opened={search.open} onOpen={(version) => change({ open: version })} />
          {creating ? <NewReleaseDialog onClose={close} /> : null}
        </>
      )}
    </PortalPage>
  );
}

interface ReleaseListProps {
  channel: Release["channel"] | undefined;
  opened: string | undefined;
  onOpen: (version: string | undefined) => void;
}

function ReleaseList({ channel, opened, onOpen }: ReleaseListProps) {
  const api = usePortalApi();
  const can = useCan();
  const filter = channel ? { channel } : {};
  const releases = usePaged(["releases", channel], (page, call) =>
    api.releases.list({ query: { ...filter, ...page } }, call),
  );
  const shown = releases.data?.items.find(({ version }) => version === opened);
  return (
    <>
      <PagedFace
        list={releases}
        empty={
          <Face icon={<IconPackage size={20} />} title={channel ? "No releases in this channel" : "No releases yet"}>
            Publish a release before you roll it out.
          </Face>
        }
      >
        {(items) => (
          <DataTable
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                head: "Version",
                cell: ({ version, yanked_at }) => (
                  <>
                    <span className="mono">{version}</span> {yanked_at ? <Tag tone="bad">yanked</Tag> : null}
                  </>
                ),
              },
              { head: "Channel", cell: (release) => channelWords[release.channel] },
              { head: "Published", wide: true, cell: ({ published_at }) => <TimeText at={published_at} /> },
              { head: "From", wide: true, cell: ({ min_version }) => min_version ?? "any version" },
            ]}
            actions={(release) => (
              <>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Show ${release.version}`}
                  onClick={() => onOpen(release.version)}
                >
                  Show
                </Button>
                {can("releases:write") ? <YankButton release={release} /> : null}
              </>
            )}
          />
        )}
      </PagedFace>
      <Modal opened={shown !== undefined} onClose={() => onOpen(undefined)} title={`Release ${opened ?? ""}`} size="lg">
        {shown ? <ReleaseFacts release={shown} /> : null}
      </Modal>
    </>
  );
}

function ReleaseFacts({ release }: { release: Release }) {
  return (
    <>
      <Facts
        of={{
          Channel: channelWords[release.channel],
          Published: <TimeText at={release.published_at} as="absolute" />,
          "Upgrades from": release.min_version ?? "any version",
          Yanked: release.yanked_reason ?? undefined,
          ...Object.fromEntries(
            release.checksums.map(({ name, sha256 }) => [
              name,
              <span key={name} className="mono">
                {sha256}
              </span>,
            ]),
          ),
        }}
      />
      {release.notes ? <Markdown source={release.notes} /> : null}
    </>
  );
}

function YankButton({ release: { version, revision, yanked_at } }: { release: Release }) {
  const yank = useChange(
    (api, yanked_reason: string) =>
      api.releases.update({ params: { version }, body: { yanked_reason } }, onVersion(revision)),
    { done: () => "Release yanked" },
  );
  const restore = useChange(
    (api, _: undefined) =>
      api.releases.update({ params: { version }, body: { yanked_reason: null } }, onVersion(revision)),
    { done: () => "Release restored", failed: "Couldn't restore the release" },
  );
  if (yanked_at) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Restore ${version}`}
        loading={restore.isPending}
        onClick={() => restore.mutate(undefined)}
      >
        Restore
      </Button>
    );
  }
  return (
    <AskButton
      size="compact-sm"
      label="Yank"
      of={version}
      title={`Yank ${version}?`}
      asks="Reason"
      change={yank}
      onConfirm={(reason, close) => yank.mutate(reason, { onSuccess: close })}
    >
      The release stays listed, but is no longer offered for upgrades.
    </AskButton>
  );
}

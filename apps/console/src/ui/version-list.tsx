import { Button, Modal, SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { TimeText } from "../time/time.tsx";
import { differences } from "./differences.ts";
import { FieldDiff } from "./field-diff.tsx";
import { type Growing, MoreButton } from "./more-button.tsx";
import { type Loadable, QueryFace } from "./query-face.tsx";
import classes from "./version-list.module.css";

interface Version {
  version: number;
  created_at: string;
}

interface VersionListProps<T extends Version> {
  versions: Loadable<{ items: readonly T[]; total: number }> & Growing;
  empty: string;
  /** The lines under the heading of a version. */
  about: (version: T) => ReactNode;
  /** A version as one table of fields, so that two of them can be compared. */
  flat: (version: T) => Record<string, unknown>;
  /** The whole content of a version. */
  view?: (version: T) => ReactNode;
}

/** The versions of a record, newest first. Each opens with what it changed. */
export function VersionList<T extends Version>({ versions, empty, about, ...shown }: VersionListProps<T>) {
  const [opened, setOpened] = useState<{ version: T; before: T | undefined }>();
  return (
    <>
      <QueryFace
        query={versions}
        loading={<span className="dim">Loading…</span>}
        isEmpty={({ total }) => total === 0}
        empty={<span className="dim">{empty}</span>}
      >
        {({ items }) => (
          <>
            <ol className={classes.versions} aria-label="Versions, newest first">
              {items.map((version, index) => (
                <li key={version.version}>
                  <div className={classes.head}>
                    <b>Version {version.version}</b>
                    <span className="dim">
                      <TimeText at={version.created_at} />
                    </span>
                    {items[index + 1] || shown.view ? (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        ml="auto"
                        aria-label={`View version ${version.version}`}
                        onClick={() => setOpened({ version, before: items[index + 1] })}
                      >
                        View
                      </Button>
                    ) : null}
                  </div>
                  {about(version)}
                </li>
              ))}
            </ol>
            <MoreButton list={versions} />
          </>
        )}
      </QueryFace>
      {opened ? <VersionDialog {...opened} {...shown} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

interface VersionDialogProps<T extends Version> extends Pick<VersionListProps<T>, "flat" | "view"> {
  version: T;
  /** The version before it; undefined for the first one. */
  before: T | undefined;
  onClose: () => void;
}

function VersionDialog<T extends Version>({ version, before, flat, view, onClose }: VersionDialogProps<T>) {
  const [tab, setTab] = useState(before ? "Changes" : "Content");
  const changed = before ? differences(flat(before), flat(version)) : [];
  return (
    <Modal opened onClose={onClose} title={`Version ${version.version}`} size="xl">
      {before && view ? (
        <SegmentedControl mb="md" aria-label="Show" data={["Changes", "Content"]} value={tab} onChange={setTab} />
      ) : null}
      {tab === "Content" ? (
        view?.(version)
      ) : changed.length > 0 ? (
        <FieldDiff changed={changed} headed />
      ) : (
        <span className="dim">Nothing changed since version {before?.version}.</span>
      )}
    </Modal>
  );
}
